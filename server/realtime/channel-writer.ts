import type { Logger } from "pino";
import type { ClusterMessage } from "socket.io-adapter";
import type { RedisClients } from "#server/infra/redis.ts";
import type { NodeMessage } from "#server/realtime/node-adapter.ts";
import { writtenPlace } from "#server/telemetry/tracing.ts";

interface Options {
  node: string;
  redis: Pick<RedisClients, "commands">;
  log: Logger;
  /** Lists the rooms of this node again, after Redis has come back. */
  enterAll: () => Promise<unknown>;
}

/** At most this many bytes may wait for the acknowledgement of Redis; a second of 2,000 messages takes 4 MB. */
const bytesInFlightMax = 8 * 1024 * 1024;
const roomsMax = 2_000;
const listedForS = 60 * 60;

/** Writes to the channels of nodes, and to the directory of their rooms, in one order. */
export function createChannelWriter({ node, redis: { commands }, log, enterAll }: Options) {
  const { writeToRooms, writeToAll, enterRooms, leaveRooms } = scriptsOn(commands);
  // Channels ignore the key prefix and the database number, by which deployments share a Redis.
  const prefix = `${commands.options.keyPrefix ?? ""}kampus:${commands.options.db ?? 0}:`;
  const channelOf = (name: string) => `${prefix}${name}`;
  const keyOf = (room: string) => `at:${room}`;
  /** A room that only this node has, in the directory. */
  const ownRoom = `node:${node}`;
  let [number, bytesInFlight] = [0, 0];
  const { lose, ...outage } = createRedisOutage(log);

  const send = async (rooms: string[] | null, message: Omit<NodeMessage, "node">, not = node) => {
    const text = JSON.stringify({ node, ...message });
    const bytes = Buffer.byteLength(text);
    bytesInFlight += bytes;
    try {
      // Lua unpacks no more than some thousand keys.
      if (rooms === null || rooms.length > roomsMax) await writeToAll(0, channelOf("all"), text);
      else await writeToRooms(rooms.length, ...rooms.map(keyOf), text, not, channelOf(""));
    } finally {
      bytesInFlight -= bytes;
    }
  };
  const sendBeat = () => send([ownRoom], { beat: (number += 1) }, "");

  return {
    ownRoom,
    ownChannel: channelOf(node),
    commonChannel: channelOf("all"),
    reachesOtherNodes: () => !outage.isUnderWay(),
    unpublished: outage.unpublished,
    bytesInFlight: () => bytesInFlight,

    /** Writes an event to the nodes that have one of the rooms, or to all. */
    write(event: ClusterMessage, rooms: string[] | null): void {
      const trace = writtenPlace();
      if (!outage.mayWrite()) lose(null);
      else if (bytesInFlight > bytesInFlightMax) lose(new Error("Redis is too slow"));
      else send(rooms, { event, ...(trace !== undefined && { trace }) }).catch(lose);
    },

    /** Reports to all nodes, also this one, that events were lost; during an outage this happens when it ends. */
    announceLoss: (): void => {
      if (!outage.mayWrite()) return;
      send(null, { lost: 0 }).catch((error: unknown) => {
        lose(error, 0);
      });
    },

    /**
     * Adds or removes rooms of this node in the directory. Does nothing during an outage: `enterAll` lists all rooms
     * after it.
     */
    list: async (change: "enter" | "leave", rooms: string[]): Promise<number> => {
      if (rooms.length === 0 || !outage.mayWrite()) return 0;
      const keys = rooms.map(keyOf);
      try {
        return change === "enter"
          ? await enterRooms(keys.length, ...keys, node, listedForS)
          : await leaveRooms(keys.length, ...keys, node);
      } catch (error) {
        lose(error, 0);
        throw error;
      }
    },

    /**
     * Writes a beat, which shows that Redis works, and returns its number; during an outage, returns the number of the
     * beat that will end it.
     */
    beat(): number {
      if (outage.isUnderWay()) return outage.mayWrite() ? number : number + 1;
      sendBeat().catch((error: unknown) => {
        lose(error, 0);
      });
      return number;
    },

    /** Checks during an outage whether it is over, once all pending writes have failed. */
    probe(): void {
      if (outage.mayWrite() || bytesInFlight > 0) return;
      const { lost, end } = outage.probe();
      Promise.all([enterAll(), send(null, { lost }), sendBeat()]).then(end, (error: unknown) => {
        lose(error, 0);
      });
    },
  };
}

/** The time during which Redis accepts no events: it begins with the first that is lost, and ends by a probe. */
function createRedisOutage(log: Logger) {
  let unpublished = 0;
  /** `isProbed`: the probe that ends the outage is under way, so that writes may follow it. */
  let current: { since: number; unpublished: number; isProbed: boolean } | null = null;
  return {
    isUnderWay: () => current !== null,
    mayWrite: () => current === null || current.isProbed,
    /** The number of events that were lost since the start. */
    unpublished: () => unpublished,
    lose: (error: unknown, count = 1): void => {
      if (!current) log.warn({ err: error }, "events do not reach the other nodes");
      current ??= { since: Date.now(), unpublished: 0, isProbed: false };
      current.unpublished += count;
      unpublished += count;
      current.isProbed = false;
    },
    /** Begins the probe; `end` ends the outage, unless something was lost since. */
    probe() {
      const probed = current;
      if (probed) probed.isProbed = true;
      const end = () => {
        if (!probed || current !== probed || !probed.isProbed) return;
        log.info(
          { unpublished: probed.unpublished, ms: Date.now() - probed.since },
          "events reach the other nodes again",
        );
        current = null;
      };
      return { lost: probed?.unpublished ?? 0, end };
    },
  };
}

/**
 * Redis refuses a script of this kind, even one that only publishes, while it is a replica, full or without its disk: a
 * plain PUBLISH would succeed and reach nobody.
 */
const script = (lines: string) => `#!lua\n${lines}`;

/** Each node that has one of the rooms receives the event once. A node whose channel has no subscriber is removed. */
const toRooms = script(`
  local message, own, channel = ARGV[1], ARGV[2], ARGV[3]
  for _, node in ipairs(redis.call('SUNION', unpack(KEYS))) do
    if node ~= own and redis.call('PUBLISH', channel .. node, message) == 0 then
      for _, key in ipairs(KEYS) do redis.call('SREM', key, node) end
    end
  end`);
const toAll = script(`redis.call('PUBLISH', ARGV[1], ARGV[2])`);
const enter = script(`
  local added = 0
  for _, key in ipairs(KEYS) do
    added = added + redis.call('SADD', key, ARGV[1])
    redis.call('EXPIRE', key, ARGV[2])
  end
  return added`);
const leave = script(`
  local removed = 0
  for _, key in ipairs(KEYS) do removed = removed + redis.call('SREM', key, ARGV[1]) end
  return removed`);

type Script = (keys: number, ...keysAndArguments: (string | number)[]) => Promise<number>;

function scriptsOn(commands: RedisClients["commands"]) {
  const define = (name: string, lua: string): Script => {
    commands.defineCommand(name, { lua });
    const scripted = commands as unknown as Record<string, Script>; // defineCommand has added a method
    return (...all) => scripted[name]?.(...all) ?? Promise.reject(new Error(`${name} is missing`));
  };
  return {
    writeToRooms: define("writeToRooms", toRooms),
    writeToAll: define("writeToAll", toAll),
    enterRooms: define("enterRooms", enter),
    leaveRooms: define("leaveRooms", leave),
  };
}
