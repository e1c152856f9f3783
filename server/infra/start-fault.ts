import { inspect } from "node:util";

/** Why the process cannot start: one line for the operator per fault, without a stack. */
export class StartFault extends Error {
  readonly lines: string[];
  constructor(lines: string[], options?: ErrorOptions) {
    super(lines.join("\n"), options);
    this.lines = lines;
  }
}

export const errorMessageOf = (error: unknown) => {
  // The error of a name with several addresses contains the reasons of each.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return first instanceof Error ? first.message : inspect(first);
};

/** The code that Node, a driver or PostgreSQL gave an error. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;

/** @throws {StartFault} naming the variable whose service cannot be opened. */
export async function reachable<T>(variable: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof StartFault) throw error;
    throw new StartFault([`${variable}: ${errorMessageOf(error)}`], { cause: error });
  }
}

/** Prints the lines of a fault, or for any other error one line that begins with `failed`, and ends the process. */
export function exitWith(thrown: unknown, failed: string, code = 1): never {
  // What failed while closing hides what failed before it.
  let error = thrown;
  while (error instanceof SuppressedError) error = error.suppressed;
  const lines = error instanceof StartFault ? error.lines : [`${failed}: ${errorMessageOf(error)}`];
  for (const line of lines) console.error(`kampus: ${line}`);
  process.exit(code);
}
