/** Sets parameters of the address without loading a page, and removes those that are empty; only a push can be reverted by Back. */
export function setSearchParams(
  changed: Record<string, string>,
  how: "replaceState" | "pushState" = "replaceState",
): void {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(changed)) {
    if (value === "") url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  window.history[how](null, "", url);
}
