/** Lists in Redis the rooms of this node, so that events for them arrive here. */
import { setTimeout as pause } from "node:timers/promises";

interface Options {
  /** A room of this node that stays listed as long as it lives. */
  ownRoom: string;
  /** Adds or removes rooms; returns how many of them changed. @throws when Redis does not accept it. */
  write: (change: "enter" | "leave", rooms: string[]) => Promise<number>;
  /** Whether a socket of this node is in the room. */
  isHere: (room: string) => boolean;
  /** Called when events for rooms of this node, or for the named one, may not have arrived. */
  onMissed: (room?: string) => void;
  /** How often rooms that nobody is in any more are removed. */
  sweepEveryMs?: number | undefined;
}

const sweepEveryMsDefault = 5_000;
/** Entries of a dead node expire after an hour, so live ones are renewed well before. */
const refreshMs = 10 * 60_000;
const roomsAtOnce = 500;
/** A device that connects waits no longer than this for a slow Redis. */
const waitMsMax = 500;

export function createRoomDirectory({
  ownRoom,
  write,
  isHere,
  onMissed,
  sweepEveryMs = sweepEveryMsDefault,
}: Options) {
  /** When each room was listed, the oldest first. */
  const entered = new Map([[ownRoom, Date.now()]]);
  /** Pending writes; each resolves to whether Redis accepted it. */
  const entering = new Map<string, Promise<boolean>>();
  const left = new Set<string>();

  const note = (room: string) => {
    entered.delete(room);
    entered.set(room, Date.now());
    left.delete(room);
  };
  const writeInPortions = async (change: "enter" | "leave", rooms: string[]) => {
    const portions = [];
    for (let at = 0; at < rooms.length; at += roomsAtOnce)
      portions.push(write(change, rooms.slice(at, at + roomsAtOnce)));
    return (await Promise.all(portions)).reduce((sum, count) => sum + count, 0);
  };
  const takeOut = async (rooms: string[]) => {
    for (const room of rooms) entered.delete(room);
    await writeInPortions("leave", rooms);
  };
  const refresh = async () => {
    const due = [];
    for (const [room, at] of entered) {
      if (Date.now() - at < refreshMs) break;
      due.push(room);
    }
    const { here = [], gone = [] } = Object.groupBy(due, (room) =>
      isHere(room) ? "here" : "gone",
    );
    for (const room of here) note(room);
    await takeOut(gone);
    // Redis did not have these rooms any more, because it evicts entries when it is full; events for them were lost.
    if ((await writeInPortions("enter", here)) > 0) onMissed();
  };
  const sweep = async () => {
    const gone = [...left].filter((room) => entered.has(room) && !isHere(room));
    left.clear();
    await takeOut(gone);
    await refresh();
  };
  const sweeping = setInterval(() => {
    sweep().catch(() => undefined); // the writer has recorded it, and lists all rooms once Redis is back
  }, sweepEveryMs).unref();

  const enter = (room: string) => {
    note(room);
    const under = writeInPortions("enter", [room])
      .then(
        () => true,
        () => false, // as above
      )
      .finally(() => entering.delete(room));
    entering.set(room, under);
  };
  return {
    /**
     * Resolves once events for the room arrive here, or after a time limit; then a resync follows once Redis confirms
     * it.
     */
    expect: async (room: string): Promise<void> => {
      if (entered.has(room)) note(room);
      else enter(room);
      const under = entering.get(room);
      if (!under) return;
      const late = pause(waitMsMax, "late" as const, { ref: false });
      if ((await Promise.race([under, late])) !== "late") return;
      void under.then((isEntered) => {
        if (isEntered) onMissed(room);
      });
    },
    /**
     * Called when the last socket has left the room. The room stays listed for a moment, because after a page change a
     * socket comes back.
     */
    leave: (room: string): void => {
      if (entered.has(room)) left.add(room);
    },
    /** Lists all rooms again, because Redis may know nothing of this node. */
    enterAll: () => writeInPortions("enter", [...entered.keys()]),
    close(): void {
      clearInterval(sweeping);
    },
  };
}
