/** Tells Redis which rooms this node has, so that events for them come here. */
import { setTimeout as pause } from "node:timers/promises";

interface Options {
  /** A room of this node that is entered as long as it lives. */
  ownRoom: string;
  /** Enters rooms or takes them out; answers how many of them changed. @throws when Redis does not take it. */
  write: (change: "enter" | "leave", rooms: string[]) => Promise<number>;
  /** Whether a socket of this node is in the room. */
  isHere: (room: string) => boolean;
  /** Events for rooms of this node, or for the one that is named, may not have come here. */
  onMissed: (room?: string) => void;
}

const sweepEveryMs = 5_000;
/** Entries of a node that has died go after an hour, so what lives is entered anew well before. */
const refreshMs = 10 * 60_000;
const roomsAtOnce = 500;
/** A device that comes waits no longer for a Redis that is slow. */
const waitMsMax = 500;

export function createRoomDirectory({ ownRoom, write, isHere, onMissed }: Options) {
  /** When each room was entered, the oldest first. */
  const entered = new Map([[ownRoom, Date.now()]]);
  /** What is under way; each tells whether Redis took it. */
  const entering = new Map<string, Promise<boolean>>();
  const left = new Set<string>();

  const note = (room: string) => {
    entered.delete(room);
    entered.set(room, Date.now());
    left.delete(room);
  };
  const inPortions = async (change: "enter" | "leave", rooms: string[]) => {
    const portions = [];
    for (let at = 0; at < rooms.length; at += roomsAtOnce)
      portions.push(write(change, rooms.slice(at, at + roomsAtOnce)));
    return (await Promise.all(portions)).reduce((sum, count) => sum + count, 0);
  };
  const takeOut = async (rooms: string[]) => {
    for (const room of rooms) entered.delete(room);
    await inPortions("leave", rooms);
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
    // Redis had lost them: it evicts what it has no room for.
    if ((await inPortions("enter", here)) > 0) onMissed();
  };
  const sweep = async () => {
    const gone = [...left].filter((room) => entered.has(room) && !isHere(room));
    left.clear();
    await takeOut(gone);
    await refresh();
  };
  const sweeping = setInterval(() => {
    sweep().catch(() => undefined); // The writer has noted it, and enters all once Redis is back.
  }, sweepEveryMs).unref();

  const enter = (room: string) => {
    note(room);
    const under = inPortions("enter", [room])
      .then(
        () => true,
        () => false, // As above.
      )
      .finally(() => entering.delete(room));
    entering.set(room, under);
  };
  return {
    /** Resolves once events for the room come here, or Redis does not say so in time: then a resync follows when it does. */
    expect: async (room: string): Promise<void> => {
      if (entered.has(room)) note(room);
      else enter(room);
      const under = entering.get(room);
      if (!under) return;
      const late = pause(waitMsMax, "late" as const, { ref: false });
      if ((await Promise.race([under, late])) !== "late") return;
      const tell = (isEntered: boolean) => {
        if (isEntered) onMissed(room);
      };
      void under.then(tell);
    },
    /** The last socket has left the room; a page that changes comes back within a moment. */
    leave: (room: string): void => {
      if (entered.has(room)) left.add(room);
    },
    /** Redis may know nothing of this node. */
    enterAll: () => inPortions("enter", [...entered.keys()]),
    close(): void {
      clearInterval(sweeping);
    },
  };
}
