import pLimit from "p-limit";
import type { FriendshipStatus } from "#lib/auth/schema.ts";
import type { AcceptancesSeenEvent, FriendshipEvent } from "#lib/friends/schema.ts";
import { lockPair } from "#server/auth/lock-member.ts";
import { memberExists, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { findUnseenAcceptances, markAcceptancesSeen } from "#server/friends/acceptances.ts";
import { countPendingRequests } from "#server/friends/lists.ts";
import {
  acceptFriendship,
  deleteFriendship,
  friendshipStatusOf,
  listCountersOf,
  requestFriendship,
} from "#server/friends/repository.ts";
import { Failure, invalidField, notFound } from "#server/http/failure.ts";
import { coalesce } from "#server/infra/coalesce.ts";

/** A member may have asked tens of thousands, and others need the connections of the node. */
const countsAtOnce = 4;

/** Outcome of a friendship call: the status now and the key of its message. */
interface FriendshipOutcome {
  status: FriendshipStatus;
  messageKey: string;
}

interface FriendshipsOptions {
  db: Db;
  persons: Persons;
  /** Whether a member has blocked the other one. */
  hasBlocked: (db: Db, userId: number, otherId: number) => Promise<boolean>;
  /** Called before a friendship ends; the result publishes to the two afterwards. */
  parting: (userId: number, otherId: number) => Promise<() => Promise<void>>;
  /** Publishes to the devices of a member. */
  publish: (userId: number, event: FriendshipEvent) => void;
  /** Publishes how many acceptances the member has not seen. */
  publishAcceptancesSeen: (userId: number, event: AcceptancesSeenEvent) => void;
}

export type Friendships = ReturnType<typeof createFriendships>;

/**
 * The friendship calls (D-FRIENDSHIP). Each change is published to both members, and so are the counts when a call asks
 * for what was done before: the node that did it may have died before it published that.
 */
export function createFriendships({
  db,
  persons,
  hasBlocked,
  parting,
  publish,
  publishAcceptancesSeen,
}: FriendshipsOptions) {
  const { requireOther, requireUnblocked } = createPairCheck(db, hasBlocked);
  const events = createFriendshipEvents(db, persons, publish);
  const publishToBoth = async (userId: number, otherId: number) => {
    await Promise.all([userId, otherId].map(events.changed));
  };
  const publishAccepted = async (userId: number, otherId: number) => {
    await Promise.all([events.changed(userId), events.accepted(otherId, userId)]);
  };

  return {
    async add(userId: number, otherId: number): Promise<FriendshipOutcome> {
      const change = await db.transaction().execute(async (trx) => {
        await lockPair(trx, userId, otherId);
        await requireUnblocked(userId, otherId, { at: trx });
        return requestFriendship(trx, userId, otherId);
      });
      if (change === "accepted") await publishAccepted(userId, otherId);
      else await publishToBoth(userId, otherId);
      const status = await friendshipStatusOf(db, userId, otherId);
      const isAccepted = status === "friends";
      return { status, messageKey: `Answers.friendRequest${isAccepted ? "Accepted" : "Sent"}` };
    },

    /** Accepting twice is no failure; a member cannot accept a request of their own (SEC-P3). */
    async accept(userId: number, otherId: number): Promise<FriendshipOutcome> {
      await requireUnblocked(userId, otherId, { absent: requestGone });
      const isNew = await acceptFriendship(db, userId, otherId);
      if (isNew) await publishAccepted(userId, otherId);
      // The friendship may have ended since this call accepted it.
      const status = await friendshipStatusOf(db, userId, otherId);
      if (!isNew && status === "friends") await publishToBoth(userId, otherId);
      if (status !== "friends")
        throw status === "outgoing" ? new Failure("conflict") : requestGone();
      return { status, messageKey: "Answers.friendRequestAccepted" };
    },

    async delete(userId: number, otherId: number): Promise<FriendshipOutcome> {
      await requireOther(userId, otherId, { absent: friendshipGone });
      const publishParted = await parting(userId, otherId);
      const was = await deleteFriendship(db, userId, otherId);
      if (!was) throw friendshipGone();
      await Promise.all([publishToBoth(userId, otherId), publishParted()]);
      return {
        status: await friendshipStatusOf(db, userId, otherId),
        messageKey: endedMessages[was],
      };
    },

    /** Ends the friendship or request of the two in the transaction of a block; returns whether there was one. */
    async part(trx: Db, userId: number, otherId: number): Promise<boolean> {
      return (await deleteFriendship(trx, userId, otherId)) !== undefined;
    },

    publishToBoth,

    /** Publishes to the member how many requests wait for them. */
    publishTo: (userId: number): Promise<void> => events.changed(userId),

    /**
     * Publishes new counts to members whose counts include, or included, a member who has returned or left, and who are
     * connected: a device receives the newest counts when it connects.
     */
    async publishCountersOf(userId: number): Promise<void> {
      const few = pLimit(countsAtOnce);
      const counters = await listCountersOf(db, userId);
      await Promise.all(counters.map((id) => few(() => events.changed(id))));
    },

    seeAcceptances: createSeeAcceptances(db, publishAcceptancesSeen),

    async status(userId: number, otherId: number): Promise<FriendshipOutcome> {
      const messageKey = "Answers.friendshipStatus";
      if (otherId === userId) return { status: "self", messageKey };
      const { isBlocked } = await requireOther(userId, otherId);
      return {
        status: isBlocked ? "blocked" : await friendshipStatusOf(db, userId, otherId),
        messageKey,
      };
    },
  };
}

/** Checks before a call that the two may have to do with each other. */
function createPairCheck(db: Db, hasBlocked: FriendshipsOptions["hasBlocked"]) {
  /** A blocked member gets "not found"; the member who blocked the other is told so. */
  const requireOther = async (
    userId: number,
    otherId: number,
    { at = db, absent = notFound }: { at?: Db; absent?: () => Failure } = {},
  ) => {
    if (otherId === userId) throw invalidField("id", "Site.invalid");
    if (await memberExists(at, userId, otherId)) return { isBlocked: false };
    if (await hasBlocked(at, userId, otherId)) return { isBlocked: true };
    throw absent();
  };
  const requireUnblocked = async (...pair: Parameters<typeof requireOther>) => {
    const { isBlocked } = await requireOther(...pair);
    if (isBlocked) throw new Failure("conflict", { messageKey: "Errors.memberIsBlocked" });
  };
  return { requireOther, requireUnblocked };
}

function createSeeAcceptances(db: Db, publish: FriendshipsOptions["publishAcceptancesSeen"]) {
  const read = async (userId: number): Promise<AcceptancesSeenEvent> => ({
    unseen_acceptances: await findUnseenAcceptances(db, userId),
  });
  /** The newest count is published last, whichever of two tabs is first. */
  const changed = coalesce<number>(async (userId) => {
    publish(userId, await read(userId));
  });

  /** Notes that the member has seen these acceptances; returns how many are unseen. */
  return async (userId: number, ids: number[]): Promise<AcceptancesSeenEvent> => {
    if (await markAcceptancesSeen(db, userId, ids)) await changed(userId);
    return read(userId);
  };
}

// The same answer whether the member is absent or has blocked the reader.
const requestGone = () => new Failure("not_found", { messageKey: "Errors.requestGone" });
const friendshipGone = () => new Failure("not_found", { messageKey: "Errors.friendshipGone" });

const endedMessages = {
  friends: "Answers.unfriended",
  outgoing: "Answers.friendRequestCancelled",
  incoming: "Answers.friendRequestRejected",
};

/**
 * The newest count is published last, however many changes come at once; each acceptance once to the member who made
 * the request.
 */
function createFriendshipEvents(db: Db, persons: Persons, publish: FriendshipsOptions["publish"]) {
  /** By recipient: the members who have accepted since the last event that was published to them. */
  const acceptedBy = new Map<number, number[]>();

  const changed = coalesce<number>(async (userId) => {
    const ids = acceptedBy.get(userId) ?? [];
    acceptedBy.delete(userId);
    const [pending, ...found] = await Promise.all([
      countPendingRequests(db, userId),
      ...ids.map((id) => persons.find(userId, id)),
    ]);
    const friends = found.filter((friend) => friend !== undefined);
    if (friends.length === 0) publish(userId, { pending });
    for (const accepted of friends) publish(userId, { pending, accepted });
  });

  return {
    /** Publishes to the member how many requests wait for them. */
    changed,

    /** Also publishes to the member that `friendId` has accepted their request. */
    accepted(userId: number, friendId: number): Promise<void> {
      acceptedBy.set(userId, [...(acceptedBy.get(userId) ?? []), friendId]);
      return changed(userId);
    },
  };
}
