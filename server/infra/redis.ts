import { Redis, type RedisOptions } from "ioredis";
import type { Logger } from "pino";
import { sentinelOptions } from "#server/infra/redis-address.ts";

export interface RedisClients {
  /** Fails at once while Redis is away, and soon when it stops answering. */
  commands: Redis;
  /** Opens another connection, whose commands wait until Redis is reachable: for subscribers. */
  openReader(): Redis;
  /** How many commands Redis has refused: as a replica, when full, or without its disk. */
  refused(): number;
  close(): void;
}

const connectMsMax = 2_000;
const reconnectMsMax = 250;
/** A random pause, so that nodes which lost the same Redis do not all reconnect in the same moment. */
const pauseMs = () => (reconnectMsMax * (1 + Math.random())) / 2;

/**
 * Connects to Redis and checks that it answers. A command that is not answered within `silentMsMax` counts as lost, and
 * the connection with it. Writes that Redis refuses are logged once a minute, with their number; after READONLY, the
 * answer of a replica, it connects anew, since the address may lead to another one by then.
 * @throws when it does not answer.
 */
export async function connectRedis(
  url: string,
  log: Logger,
  silentMsMax = 2_000,
): Promise<RedisClients> {
  const clients = new Set<Redis>();
  const noteOutage = outageLog(log);
  const refusals = refusalLog(log);
  let connected = false;
  let lastError: Error | undefined;
  const open = (options: RedisOptions) => {
    const all: RedisOptions = {
      connectTimeout: connectMsMax,
      socketTimeout: silentMsMax,
      sentinelCommandTimeout: silentMsMax,
      retryStrategy: pauseMs,
      sentinelRetryStrategy: () => (connected ? pauseMs() : null),
      ...options,
    };
    const sentinels = sentinelOptions(url);
    const client = sentinels ? new Redis({ ...sentinels, ...all }) : new Redis(url, all);
    clients.add(client);
    client.on("end", () => clients.delete(client));
    client.on("error", (error) => {
      lastError = error;
      if (connected) noteOutage.failed(client, error);
    });
    client.on("ready", () => {
      noteOutage.ended(client);
    });
    return client;
  };
  const commands = open({
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    reconnectOnError: refusals.isTimeToReconnect,
  });
  const close = () => {
    for (const client of clients) client.disconnect();
  };
  try {
    await commands.connect();
  } catch (error) {
    close();
    // A refused connection is reported as closed; the event before it has the reason.
    throw lastError ?? error;
  }
  connected = true;
  return {
    commands,
    openReader: () => open({ maxRetriesPerRequest: null }),
    refused: refusals.total,
    close,
  };
}

const refusal = /^(READONLY|OOM|MISCONF|NOREPLICAS|MASTERDOWN|NOAUTH) /;

/** Whether an error means that Redis is away or accepts no writes, rather than that the command is wrong. */
export function isRedisAway(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === "MaxRetriesPerRequestError" ||
      /^(Connection is closed|Stream isn't writeable|LOADING )/.test(error.message) ||
      refusal.test(error.message))
  );
}

/**
 * Logs once that connections are lost, however many there are and however often they are retried, and once that all are
 * back.
 */
function outageLog(log: Logger) {
  const lost = new Set<Redis>();
  let since = 0;
  let failures = 0;
  return {
    failed(client: Redis, error: Error) {
      if (lost.size === 0) {
        log.warn({ err: error }, "redis connection lost, will reconnect");
        [since, failures] = [Date.now(), 0];
      }
      lost.add(client);
      failures += 1;
    },
    ended(client: Redis) {
      if (lost.delete(client) && lost.size === 0)
        log.info({ failures, ms: Date.now() - since }, "redis connection is back");
    },
  };
}

const refusalLogMs = 60_000;
const reconnectOnReadOnlyMs = 500;

/** Logs and counts what Redis refuses; returns whether to reconnect now. */
function refusalLog(log: Logger) {
  let [total, refused] = [0, 0];
  let loggedAt = -Infinity;
  let reconnectedAt = -Infinity;
  const isTimeToReconnect = (error: Error): boolean => {
    if (!refusal.test(error.message)) return false;
    total += 1;
    refused += 1;
    const now = performance.now();
    if (now - loggedAt > refusalLogMs) {
      log.warn({ err: error, refused }, "redis refuses commands");
      [loggedAt, refused] = [now, 0];
    }
    const isDue =
      error.message.startsWith("READONLY") && now - reconnectedAt > reconnectOnReadOnlyMs;
    if (isDue) reconnectedAt = now;
    return isDue;
  };
  return { isTimeToReconnect, total: () => total };
}
