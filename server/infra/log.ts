import { type DestinationStream, type Logger, pino } from "pino";
import SonicBoom from "sonic-boom";

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

/** At most this much of the log is held in memory while nobody reads it; further lines are dropped. */
const heldBytesMax = 8_000_000;
/** How often writing the last lines is retried, every tenth of a second, while the reader is slow. */
const lastTriesMax = 10;

/**
 * Lines are written together, within a tenth of a second and when the process ends. pino's own destination would wait at
 * the end for ever while the pipe is full, or once nobody reads it any more (sonic-boom before 5).
 */
function standardOutput(): DestinationStream {
  let triesLeft = Infinity;
  const output = new SonicBoom({
    fd: 1,
    minLength: 16_000,
    maxLength: heldBytesMax,
    periodicFlush: 100,
    retryEAGAIN: () => (triesLeft -= 1) > 0,
  });
  output.on("error", () => undefined); // There is no other place to report it.
  process.once("exit", () => {
    triesLeft = lastTriesMax;
    try {
      output.flushSync();
    } catch {
      // Nobody reads the last lines.
    }
  });
  return output;
}

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
