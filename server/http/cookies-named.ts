/** The values of all cookies of this name, in their order; `header` is that of a request. */
export const cookiesNamed = (name: string, header = ""): string[] =>
  header
    .split(";")
    .map((pair) => pair.trim())
    .flatMap((pair) => (pair.startsWith(`${name}=`) ? pair.slice(name.length + 1) : []));
