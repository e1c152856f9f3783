import pLimit, { type LimitFunction } from "p-limit";

/** The quota of a member's files, and the refusal beyond it. */
interface Room {
  userId: number;
  quotaBytes: number;
  /** The bytes of the files that have arrived already. */
  readUsedBytes: () => Promise<number>;
  refusal: () => Error;
}

/** The reservation of one upload on its way. Must be released in the end, whatever happened. */
export interface Reservation {
  /** Raises the reservation to at least `bytes`. @throws the refusal of the quota */
  hold(bytes: number): Promise<void>;
  /** Runs the work that counts the file as stored, so that others never see it counted twice. Releases. */
  countStored<T>(work: () => Promise<T>): Promise<T>;
  release(): void;
}

interface Account {
  heldBytes: number;
  usedBytes: number;
  uploads: number;
  turn: LimitFunction;
}

/**
 * Bytes on their way to this process, by member: they count against the member's quota, so that unfinished uploads take
 * no more of the disk than finished ones may. They end with the process.
 */
export class InFlight {
  readonly #accounts = new Map<number, Account>();

  async reserve(room: Room, bytes: number): Promise<Reservation> {
    const { userId, quotaBytes, readUsedBytes, refusal } = room;
    const account = this.#accounts.get(userId) ?? {
      heldBytes: 0,
      usedBytes: Infinity,
      uploads: 0,
      turn: pLimit(1),
    };
    this.#accounts.set(userId, account);
    account.uploads += 1;
    let held = 0;
    let released = false;

    const release = () => {
      if (released) return;
      released = true;
      account.heldBytes -= held;
      account.uploads -= 1;
      if (account.uploads === 0) this.#accounts.delete(userId);
    };
    const take = (wanted: number) => {
      const fits = account.usedBytes + account.heldBytes - held + wanted <= quotaBytes;
      if (fits) {
        account.heldBytes += wanted - held;
        held = wanted;
      }
      return fits;
    };
    const hold = async (wanted: number) => {
      if (released || wanted <= held || take(wanted)) return;
      // The used bytes may be outdated: files may have been deleted, or have arrived on another node.
      await account.turn(async () => {
        account.usedBytes = await readUsedBytes();
        if (!released && !take(wanted)) throw refusal();
      });
    };
    const countStored = <T>(work: () => Promise<T>) =>
      account.turn(async () => {
        try {
          return await work();
        } finally {
          account.usedBytes = Infinity; // to be read anew
          release();
        }
      });

    try {
      // Each upload starts from the current state.
      account.usedBytes = Infinity;
      await hold(Math.max(bytes, 1));
    } catch (error) {
      release();
      throw error;
    }
    return { hold, countStored, release };
  }
}
