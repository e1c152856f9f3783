/** A part of a surface that is fetched when it is needed, unless the page has it among its own files and brings it. */
export function broughtPart<Part>(fetchPart: () => Promise<Part>) {
  let brought: Part | undefined;
  return {
    bring(part: Part): void {
      brought = part;
    },
    fetch: async (): Promise<Part> => brought ?? fetchPart(),
  };
}
