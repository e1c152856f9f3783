/**
 * Traces by OpenTelemetry, sent to a collector by OTLP. Loaded where OTEL_EXPORTER_OTLP_ENDPOINT or a related variable
 * is set.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Tracer } from "#server/telemetry/tracing.ts";

interface TracingAddress {
  /** The whole address of a collector: https://collector:4318/v1/traces. */
  url: string;
  /** The share of traces that is recorded, from 0 to 1. */
  ratio: number;
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};
/** Detectors of OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME, in this order. */
const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector];
const closeWithinMs = 3_000;
/** A place is whatever traces are begun in; all that come here were made here. */
const spanOf = (place: object) => place as Span; // tracing.ts does not know the type
const written = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Registers nothing with OpenTelemetry's global API, because packages that trace by themselves, such as Next, would
 * record addresses (SEC-Q2). The exporter reads headers, timeout, certificates and the like from their variables.
 */
export function openTracing({ url, ratio }: TracingAddress): Tracer {
  const named = resourceFromAttributes({ "service.name": "kampus", "process.pid": process.pid });
  const provider = new TracerProvider({
    resource: named.merge(detectResources({ detectors })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer("kampus");
  const current = new AsyncLocalStorage<Span>();
  const contextOf = (place: object | undefined) =>
    place ? trace.setSpan(ROOT_CONTEXT, spanOf(place)) : ROOT_CONTEXT;

  return {
    current: () => current.getStore(),
    within: (place, work) => current.run(spanOf(place), work),
    begin({ name, kind = "internal", attributes = {} }, parent) {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent));
      return {
        place: span,
        note: (more) => span.setAttributes(more),
        end(more = {}, isFault = false) {
          span.setAttributes(more);
          if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    link(places, { place }) {
      const together = spanOf(place);
      for (const one of places.map(spanOf)) {
        one.addLink({ context: together.spanContext() });
        together.addLink({ context: one.spanContext() });
      }
    },
    write(place) {
      const { traceId, spanId, traceFlags } = spanOf(place).spanContext();
      if ((traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
      return `00-${traceId}-${spanId}-01`;
    },
    read(text) {
      const [, traceId = "", spanId = "", flags = "00"] = written.exec(text) ?? [];
      if (!traceId) return undefined;
      const traceFlags = Number.parseInt(flags, 16);
      return trace.wrapSpanContext({ traceId, spanId, traceFlags, isRemote: true });
    },
    async close() {
      const { promise: late, resolve } = Promise.withResolvers<undefined>();
      const timer = setTimeout(resolve, closeWithinMs, undefined);
      // A collector that is unreachable loses its spans, and delays nothing.
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}
