/**
 * Sets parameters of the address without loading a page, and removes those that are empty. Writes nothing where nothing
 * changes. Of the ways to `write` only a push can be reverted by Back.
 */
export function setSearchParams(
  changed: Record<string, string>,
  write: (address: URL) => void = replaceAddress,
): void {
  const url = new URL(window.location.href);
  const params = url.searchParams;
  const isChange = ([name, value]: [string, string]) =>
    value === "" ? params.has(name) : params.get(name) !== value;
  if (!Object.entries(changed).some(isChange)) return;
  for (const [name, value] of Object.entries(changed)) {
    params.delete(name);
    if (value !== "") params.append(name, value);
  }
  write(url);
}

export const replaceAddress = (address: URL) => window.history.replaceState(null, "", address);

export const pushAddress = (address: URL) => window.history.pushState(null, "", address);
