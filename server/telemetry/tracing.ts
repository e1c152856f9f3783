/**
 * The seam between Kampus and a tracer: a request and its consequences are spans of one trace. Until a tracer is set
 * (server/telemetry/open-tracing.ts) nothing here costs more than a check, and nothing of OpenTelemetry is loaded.
 */
type Attributes = Record<string, string | number>;

/** A place in a trace, opaque to all but the tracer. */
export type TracePlace = object;

interface SpanNotes {
  name: string;
  kind?: "server" | "client" | "producer" | "consumer" | "internal";
  /** Names and numbers of the code. Never a text, a token or an address (SEC-Q2), nor any data of a member. */
  attributes?: Attributes;
}

export interface OpenSpan {
  place: TracePlace;
  note: (attributes: Attributes) => void;
  end: (attributes?: Attributes, isFault?: boolean) => void;
}

export interface Tracer {
  current: () => TracePlace | undefined;
  /** A span below `parent`, or the first of a new trace. */
  begin: (notes: SpanNotes, parent: TracePlace | undefined) => OpenSpan;
  within: <T>(place: TracePlace, work: () => T) => T;
  /** Links the span of each place to another span in which its work went on. */
  link: (places: TracePlace[], to: OpenSpan) => void;
  /** A place as text, for another process; undefined where its trace is not recorded. */
  write: (place: TracePlace) => string | undefined;
  read: (text: string) => TracePlace | undefined;
  close: () => Promise<void>;
}

let tracer: Tracer | null = null;

/** Sets the tracer of the process; each asynchronous call knows the place for which it works. */
export const setTracer = (used: Tracer | null): void => {
  tracer = used;
};

export const isTracing = () => tracer !== null;

/** The caller's place in a trace; undefined outside of any. */
export const placeNow = (): TracePlace | undefined => tracer?.current();

/** The caller's place as text, for another process. */
export const writtenPlace = (): string | undefined => {
  const place = tracer?.current();
  return place && tracer?.write(place);
};

/** Begins a trace; null while nobody traces. */
export const beginTrace = (notes: SpanNotes): OpenSpan | null =>
  tracer?.begin(notes, undefined) ?? null;

export const within = <T>(place: TracePlace | undefined, work: () => T): T =>
  tracer && place ? tracer.within(place, work) : work();

/** Runs work as a span of the caller's trace. Outside of any, or without a tracer, it only runs it. */
export function traced<T>(notes: SpanNotes, work: (span: Pick<OpenSpan, "note">) => T): T {
  const place = tracer?.current();
  return tracer && place ? spanning(tracer, tracer.begin(notes, place), work) : work(untraced);
}

/** Runs work as the first span of its own trace, or below the place that another process has written. */
export function tracedAnew<T>(notes: SpanNotes, work: () => T, written?: string): T {
  if (!tracer) return work();
  const parent = written === undefined ? undefined : tracer.read(written);
  return spanning(tracer, tracer.begin(notes, parent), work);
}

/**
 * Runs work that several callers asked for: in the trace of the first of them, whose span says so. The traces of the
 * others have a link to it.
 */
export function tracedTogether<T>(
  name: string,
  places: (TracePlace | undefined)[],
  work: () => T,
): T {
  if (!tracer) return work();
  const [first, ...others] = places.filter((place) => place !== undefined);
  if (!first) return work();
  if (others.length === 0) return tracer.within(first, work);
  const span = tracer.begin({ name, attributes: { "kampus.batch": places.length } }, first);
  tracer.link(others, span);
  return spanning(tracer, span, work);
}

const untraced = { note: () => undefined };

function spanning<T>(used: Tracer, span: OpenSpan, work: (span: OpenSpan) => T): T {
  const fail = (error: unknown): never => {
    // An error's message may contain text of a member, so only its name is recorded.
    span.end({ "error.type": error instanceof Error ? error.name : typeof error }, true);
    throw error;
  };
  let result: T;
  try {
    result = used.within(span.place, () => work(span));
  } catch (error) {
    return fail(error);
  }
  if (!(result instanceof Promise)) {
    span.end();
    return result;
  }
  const settled = result.then((value: unknown) => {
    span.end();
    return value;
  }, fail);
  return settled as T; // it resolves to what the promise did
}
