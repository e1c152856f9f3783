import { type DestinationStream, type Logger, pino } from "pino";

/**
 * JSON lines on standard output. Bodies and headers are never logged, so neither tokens, passwords, codes nor message
 * texts are (SEC-Q2).
 */
export function createLog(
  level = process.env.NODE_ENV === "test" ? "silent" : "info",
  destination?: DestinationStream,
): Logger {
  const options = {
    level,
    base: { service: "kampus", pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return pino(options, destination ?? standardOutput());
}

/** Lines are written together, within a tenth of a second and when the process ends. */
const standardOutput = () =>
  pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 100 });

/** Errors of PostgreSQL carry values of the query in `detail` and `parameters`, so these are left out. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? error.code : undefined;
  return {
    type: error.name,
    message: error.message,
    code,
    stack: error.stack,
    cause: error.cause && describeError(error.cause),
  };
}
