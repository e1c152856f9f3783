import { Redis } from "ioredis";
import type { Logger } from "pino";

export interface RedisClients {
  /** For commands a request waits on: fails at once while Redis is away. */
  commands: Redis;
  /** For the stream between nodes: waits until Redis is back. */
  streams: Redis;
  close(): void;
}

/** Connects to Redis and checks that it answers. @throws when it does not. */
export async function connectRedis(url: string, log: Logger): Promise<RedisClients> {
  const options = { lazyConnect: true, connectTimeout: 4_000 };
  const commands = new Redis(url, {
    ...options,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  });
  const streams = new Redis(url, { ...options, maxRetriesPerRequest: null });
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
