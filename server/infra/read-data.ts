import { readFileSync } from "node:fs";
import { z } from "zod";
import { errorMessageOf, StartFault } from "#server/infra/start-fault.ts";

const dataFolder = new URL("../../data/", import.meta.url);
const faultsShown = 20;

/**
 * A file of data/, which the operator can replace.
 * @throws {StartFault} naming the file and the entry of every fault.
 */
export function readData<T extends z.ZodType>(
  name: string,
  schema: T,
  folder = dataFolder,
): z.output<T> {
  const file = `data/${name}.json`;
  const content = contentOf(file, new URL(`${name}.json`, folder));
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  throw new StartFault(
    parsed.error.issues
      .slice(0, faultsShown)
      .map(({ path, message }) => [file, ...placeOf(content, path), message].join(": ")),
  );
}

function contentOf(file: string, address: URL): unknown {
  try {
    return JSON.parse(readFileSync(address, "utf8"));
  } catch (error) {
    throw new StartFault([`${file}: ${errorMessageOf(error)}`], { cause: error });
  }
}

/** Names the fault: the entry by its place in the list and its id, then the path to the field. */
function placeOf(content: unknown, path: readonly PropertyKey[]): string[] {
  const [index, ...field] = path;
  if (!Array.isArray(content) || typeof index !== "number")
    return path.length > 0 ? [z.core.toDotPath(path)] : [];
  const entry: unknown = content[index];
  const place = `entry ${index + 1}${idOf(entry)}`;
  return field.length > 0 ? [place, z.core.toDotPath(field)] : [place];
}

function idOf(entry: unknown): string {
  if (typeof entry !== "object" || entry === null || !("id" in entry)) return "";
  return ` (id ${JSON.stringify(entry.id)})`;
}
