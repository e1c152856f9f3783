/** Which modules a page begins with, read from what `next analyze export` prints: one record of JSON a line. */
import * as z from "zod/mini";

export interface ModuleWeight {
  /** Path from the root; of a package, from its name on. */
  name: string;
  /** Compressed by itself: beside others it is about a third less. */
  bytes: number;
}

const groupRecord = z.object({
  type: z.literal("group"),
  kind: z.string(),
  outputs: z.array(z.string()),
});
const partRecord = z.object({
  type: z.literal("part"),
  filename: z.string(),
  source_path: z.string(),
  compressed_size: z.number(),
});

/** Groups of other kinds are fetched later. */
const kindsAtOnce = ["bootstrap", "render_dependent"];

export async function modulesAtOnce(lines: AsyncIterable<string>): Promise<ModuleWeight[]> {
  const files = new Set<string>();
  const parts: z.infer<typeof partRecord>[] = [];
  for await (const line of lines) {
    const record: unknown = JSON.parse(line);
    const group = groupRecord.safeParse(record).data;
    if (group && kindsAtOnce.includes(group.kind))
      for (const output of group.outputs) files.add(output);
    const part = partRecord.safeParse(record).data;
    if (part?.filename.endsWith(".js")) parts.push(part);
  }
  return parts
    .filter(({ filename }) => files.has(filename))
    .map(({ source_path: source, compressed_size: bytes }) => ({
      name: source.replace("[project]/", "").replace(/^.*node_modules\//, ""),
      bytes,
    }));
}

/** The heaviest first; a module that comes several times counts with all of them. */
export function largestModules(modules: readonly ModuleWeight[], count: number): ModuleWeight[] {
  const byName = new Map<string, number>();
  for (const { name, bytes } of modules) byName.set(name, (byName.get(name) ?? 0) + bytes);
  return [...byName]
    .map(([name, bytes]) => ({ name, bytes }))
    .sort((one, other) => other.bytes - one.bytes)
    .slice(0, count);
}
