import { createHash } from "node:crypto";

/** Matches `<script …>…</script>` in prerendered HTML: React escapes whatever could end a script early. */
const script = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const scriptPreload = /<link rel="preload" as="script"[^>]*? href="([^"]+)"[^>]*?\/>/g;

/** Merges the dozen scripts with React's data for the page, each of which would need a hash of its own, into one. */
export function withDataInOneScript(html: string): string {
  return html.replaceAll("</script><script>self.__next_f.push(", ";self.__next_f.push(");
}

/** The sources that a Content-Security-Policy needs for the page's own inline scripts, e.g. `'sha256-…'`. */
export function inlineScriptSources(html: string): string[] {
  const inline = [...html.matchAll(script)].filter(([, attributes = ""]) => !addressIn(attributes));
  return [...new Set(inline.map(([, , content = ""]) => `'${digestOf(content)}'`))];
}

/**
 * The page with an `integrity` for each script and preload whose file is known (subresource integrity);
 * `/config.js`, which is made at run time, has none.
 */
export function withIntegrity(
  html: string,
  contentOf: (address: string) => Uint8Array | undefined,
): string {
  const protect = (tag: string, address: string | undefined, before: string) => {
    const content = address === undefined ? undefined : contentOf(address);
    if (!content || tag.includes(" integrity=")) return tag;
    return tag.replace(before, ` integrity="${digestOf(content)}"${before}`);
  };
  return html
    .replace(script, (tag: string, attributes: string) => protect(tag, addressIn(attributes), ">"))
    .replace(scriptPreload, (tag: string, address: string) => protect(tag, address, "/>"));
}

const addressIn = (attributes: string) => / src="([^"]+)"/.exec(attributes)?.[1];

const digestOf = (content: string | Uint8Array) =>
  `sha256-${createHash("sha256").update(content).digest("base64")}`;
