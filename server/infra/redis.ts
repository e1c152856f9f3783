import { Redis } from "ioredis";
import type { Logger } from "pino";

export interface RedisClients {
  /** For commands a request waits on: fails at once while Redis is away, and soon when it falls silent. */
  commands: Redis;
  /** For the stream between nodes: waits until Redis is back. */
  streams: Redis;
  close(): void;
}

/**
 * Connects to Redis and checks that it answers. A command that is not answered within `silentMsMax` counts as lost, and
 * the connection with it. @throws when it does not answer.
 */
export async function connectRedis(
  url: string,
  log: Logger,
  silentMsMax = 2_000,
): Promise<RedisClients> {
  const options = { lazyConnect: true, connectTimeout: 4_000 };
  const commands = new Redis(url, {
    ...options,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    socketTimeout: silentMsMax,
  });
  const streams = new Redis(url, {
    ...options,
    maxRetriesPerRequest: null,
    // Of those made of it, one waits 5 s for what is new in the stream.
    socketTimeout: 8_000,
  });
  let lastError: Error | undefined;
  let connected = false;
  for (const client of [commands, streams])
    client.on("error", (error) => {
      lastError = error;
      if (connected) log.warn({ err: error }, "redis connection lost");
    });
  const close = () => {
    commands.disconnect();
    streams.disconnect();
  };
  try {
    await Promise.all([commands.connect(), streams.connect()]);
  } catch (error) {
    close();
    // A refused connection is reported as closed; why is in the event before it.
    throw lastError ?? error;
  }
  connected = true;
  return { commands, streams, close };
}

/** Whether an error says that Redis is away, rather than that the command is wrong. */
export function isRedisAway(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.name === "MaxRetriesPerRequestError" ||
      /^(Connection is closed|Stream isn't writeable|LOADING |READONLY |OOM )/.test(error.message))
  );
}
