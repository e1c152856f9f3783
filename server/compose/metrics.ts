/**
 * The metrics of this process for Prometheus (docs/metrics.md). Features count in plain numbers, which are read here on
 * a scrape; only requests are recorded as they come. Loaded where METRICS_PORT is set.
 */
import { performance } from "node:perf_hooks";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { purgeFailures } from "#server/account/purge.ts";
import { passwordLoad } from "#server/auth/passwords/password.ts";
import type { Logger } from "pino";
import type { Deps } from "#server/compose/deps.ts";
import {
  type Define,
  defineBackup,
  defineReports,
  defineReserves,
  defineStandbys,
  type Sample,
} from "#server/compose/fact-metrics.ts";
import { createAskFacts, type Facts, type FactSources } from "#server/compose/queried-facts.ts";
import { replicaUses } from "#server/db/replicas.ts";
import { recurringRuns } from "#server/infra/recurring.ts";
import { createRequestMetrics } from "#server/http/request-metrics.ts";
import type { Stopping } from "#server/http/stopping.ts";
import { type MetricsAddress, serveMetrics } from "#server/telemetry/metrics-server.ts";
import type { QueueLoad } from "#server/infra/work-queue.ts";
import { securityEventCounts } from "#server/plugins/security-trail.ts";
import { storeFailures } from "#server/storage/storage.ts";

interface Sources extends Pick<
  Deps,
  "database" | "redis" | "nodeRegister" | "jobs" | "realtime" | "uploads" | "replicaStates"
> {
  stopping: Pick<Stopping, "underWay">;
}

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = createRequestMetrics(registry);
  return {
    requests,
    /** Serves all metrics at the address, until it is closed. @throws {StartFault} */
    serve(address: MetricsAddress, sources: Sources & FactSources & { log: Logger }) {
      let facts: Partial<Facts> = {};
      defineAll(registry, sources, () => facts);
      const askFacts = createAskFacts(sources);
      return serveMetrics({
        ...address,
        contentType: registry.contentType,
        log: sources.log,
        async render() {
          facts = await askFacts();
          return registry.metrics();
        },
      });
    },
  };
}

function defineAll(registry: Registry, sources: Sources, facts: () => Partial<Facts>): void {
  const definer =
    (Metric: typeof Gauge | typeof Counter, suffix: string): Define["gauge"] =>
    (name, help, read, labelNames = []) =>
      new Metric({
        name: `kampus_${name}${suffix}`,
        help,
        labelNames,
        registers: [registry],
        collect() {
          this.reset();
          for (const [value, labels = {}] of samplesOf(read())) this.inc(labels, value);
        },
      });
  const define = { gauge: definer(Gauge, ""), counter: definer(Counter, "_total") };
  defineReadiness(define, sources, facts);
  defineRealtime(define, sources);
  defineDatabase(define, sources);
  defineStandbys(define, facts);
  defineBackup(define, facts);
  defineReserves(define, facts);
  defineReports(define, facts);
  defineQueues(define, sources, facts);
  defineProcess(define);
  define.counter(
    "security_events",
    "Events of the security trail (docs/security.md).",
    () => [...securityEventCounts()].map(([event, count]) => [count, { event }]),
    ["event"],
  );
}

const samplesOf = (found: number | Sample[] = []): Sample[] =>
  typeof found === "number" ? [[found]] : found;

/** One for the current state, 0 for the others. */
const oneOf = (label: string, states: string[], holds: string | undefined): Sample[] =>
  holds === undefined ? [] : states.map((state) => [Number(state === holds), { [label]: state }]);

function defineReadiness(
  { gauge, counter }: Define,
  { stopping, redis, nodeRegister }: Sources,
  facts: () => Partial<Facts>,
) {
  gauge(
    "readiness",
    "What /readyz answers: 1 for the state that holds.",
    () => oneOf("status", ["ready", "degraded", "not_ready"], facts().readiness?.status),
    ["status"],
  );
  gauge(
    "database_state",
    "Whether the database takes writes: 1 for the state that holds.",
    () => oneOf("state", ["ok", "away", "read_only"], facts().readiness?.database),
    ["state"],
  );
  gauge("redis_up", "Whether Redis takes writes; missing where there is none.", () => {
    const state = facts().readiness?.redis;
    return state && Number(state === "ok");
  });
  counter("redis_refused_commands", "Commands that Redis refused: as a replica, or full.", () =>
    redis?.refused(),
  );
  gauge("nodes_on_other_redis", "Other nodes that do not use the Redis of this one.", () =>
    nodeRegister.nodesOnOtherRedis(),
  );
  counter(
    "store_failures",
    "Failures of the store of files: away, full or not permitted.",
    storeFailures,
  );
  counter("purge_failures", "Times that a deleted account could not be purged.", purgeFailures);
  gauge("http_requests_under_way", "Requests that are not answered to the end.", () =>
    stopping.underWay(),
  );
}

const ofSockets = [
  ["gauge", "sockets", "sockets", "Devices that are connected."],
  [
    "counter",
    "socket_connections",
    "connections",
    "Connections that were opened, signed in or not.",
  ],
  ["counter", "socket_frames", "frames", "Frames that devices sent."],
  ["counter", "deliveries", "deliveries", "Packets that were sent to devices."],
  [
    "counter",
    "slow_devices_dropped",
    "dropped",
    "Devices that were too slow for what was sent to them.",
  ],
  ["counter", "received_events", "received", "Events of other nodes that came here."],
  ["counter", "unpublished_events", "unpublished", "Events that did not reach the other nodes."],
  [
    "gauge",
    "publish_queue_bytes",
    "bytesInFlight",
    "Events on their way to Redis, not acknowledged.",
  ],
  ["counter", "resyncs", "resyncs", "Times that all devices asked for what they may have missed."],
] as const;

function defineRealtime(define: Define, { realtime }: Sources) {
  for (const [kind, name, key, help] of ofSockets)
    define[kind](name, help, () => realtime.numbers()[key]);
  define.counter(
    "published_events",
    "Events that were published on this node.",
    () => [...realtime.numbers().published].map(([event, count]) => [count, { event }]),
    ["event"],
  );
}

function defineDatabase({ gauge }: Define, { database, replicaStates: states }: Sources) {
  const pools = () => Object.entries(database.connections());
  gauge(
    "database_connections",
    "Connections of the pool, used and idle.",
    () =>
      pools().flatMap(([pool, { used, idle }]): Sample[] => [
        [used, { pool, state: "used" }],
        [idle, { pool, state: "idle" }],
      ]),
    ["pool", "state"],
  );
  gauge(
    "database_connections_max",
    "Connections that the pool may have.",
    () => pools().map(([pool, { max }]) => [max, { pool }]),
    ["pool"],
  );
  gauge(
    "database_waiting",
    "Queries that wait for a connection.",
    () => pools().map(([pool, { waiting }]) => [waiting, { pool }]),
    ["pool"],
  );
  gauge(
    "replica_state",
    "Whether reads go to the replica: 1 for the state that holds.",
    () =>
      states().flatMap((holds, index) =>
        replicaUses.map((state): Sample => [
          Number(state === holds),
          { replica: `replica_${index + 1}`, state },
        ]),
      ),
    ["replica", "state"],
  );
}

const ofWork = [
  ["gauge", "running", "are being worked on"],
  ["gauge", "waiting", "wait"],
  ["counter", "refused", "were refused since too many waited"],
] as const;

function defineQueues(define: Define, { jobs, uploads }: Sources, facts: () => Partial<Facts>) {
  const works: Record<string, () => QueueLoad> = {
    password: passwordLoad,
    decode: () => uploads.decode.load(),
  };
  for (const [kind, state, help] of ofWork)
    define[kind](
      `work_${state}`,
      `Hashes of passwords and images that ${help}.`,
      () => Object.entries(works).map(([work, load]): Sample => [load()[state], { work }]),
      ["work"],
    );

  const kinds = () => Object.keys(jobs.outcomes());
  const ofBacklog = (key: "waiting" | "oldestS"): Sample[] => {
    const { backlog } = facts();
    if (!backlog) return [];
    const found = new Map<string, number>(backlog.map((one) => [one.kind, one[key]]));
    return kinds().map((kind) => [found.get(kind) ?? 0, { kind }]);
  };
  define.gauge(
    "jobs_waiting",
    "Mails, SMS, pushes, recoveries and publications that wait, of all nodes together.",
    () => ofBacklog("waiting"),
    ["kind"],
  );
  define.gauge(
    "job_oldest_age_seconds",
    "Seconds since the oldest waiting job was queued.",
    () => ofBacklog("oldestS"),
    ["kind"],
  );
  define.counter(
    "jobs",
    "Jobs that this process tried: done, failed (tried again) or given up.",
    () =>
      Object.entries(jobs.outcomes()).flatMap(([kind, { done, failed, givenUp }]): Sample[] => [
        [done, { kind, outcome: "done" }],
        [failed, { kind, outcome: "failed" }],
        [givenUp, { kind, outcome: "given_up" }],
      ]),
    ["kind", "outcome"],
  );
}

function defineProcess({ counter }: Define) {
  counter(
    "event_loop_busy_seconds",
    "For how long the event loop was not idle.",
    () => performance.eventLoopUtilization().active / 1000,
  );
  const ofRuns = (outcome: "succeeded" | "failed") => () =>
    [...recurringRuns()].map(([work, runs]): Sample => [runs[outcome], { work }]);
  counter(
    "recurring_successes",
    "Runs of recurring work that came to their end.",
    ofRuns("succeeded"),
    ["work"],
  );
  counter("recurring_failures", "Runs of recurring work that failed.", ofRuns("failed"), ["work"]);
}
