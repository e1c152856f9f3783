import type { FriendshipStatus } from "#lib/auth/schema.ts";
import type { FriendshipEvent } from "#lib/friends/schema.ts";
import { lockPair } from "#server/auth/lock-pair.ts";
import { memberExists, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { Failure, invalidField, notFound } from "#server/http/failure.ts";
import { createFriendshipNews } from "#server/friends/news.ts";
import {
  acceptFriendship,
  deleteFriendship,
  friendshipStatus,
  listAskedBy,
  requestFriendship,
} from "#server/friends/repository.ts";

/** Outcome of a friendship call: the status now and the key of what to say. */
export interface FriendshipOutcome {
  status: FriendshipStatus;
  messageKey: string;
}

interface FriendshipsOptions {
  db: Db;
  persons: Persons;
  /** Whether a member has blocked the other. */
  hasBlocked: (db: Db, userId: number, otherId: number) => Promise<boolean>;
  /** Asked before a friendship ends for what else to tell the two after it. */
  parting: (userId: number, otherId: number) => Promise<() => Promise<void>>;
  /** Tells the devices of a member. */
  tell: (userId: number, event: FriendshipEvent) => void;
}

export type Friendships = ReturnType<typeof createFriendships>;

/** The friendship calls (specification §4, §7); what one has changed it tells both members. */
export function createFriendships({ db, persons, hasBlocked, parting, tell }: FriendshipsOptions) {
  /** Who is blocked finds nobody; whether one has blocked the other oneself is answered. */
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
  const requireUnblocked = async (...asked: Parameters<typeof requireOther>) => {
    const { isBlocked } = await requireOther(...asked);
    if (isBlocked) throw new Failure("conflict", { messageKey: "Errors.memberIsBlocked" });
  };
  const news = createFriendshipNews(db, persons, tell);
  const tellBoth = async (userId: number, otherId: number) => {
    await Promise.all([userId, otherId].map(news.changed));
  };
  const tellAccepted = async (userId: number, otherId: number) => {
    await Promise.all([news.changed(userId), news.accepted(otherId, userId)]);
  };

  return {
    async add(userId: number, otherId: number): Promise<FriendshipOutcome> {
      const change = await db.transaction().execute(async (trx) => {
        await lockPair(trx, userId, otherId);
        await requireUnblocked(userId, otherId, { at: trx });
        return requestFriendship(trx, userId, otherId);
      });
      if (change === "accepted") await tellAccepted(userId, otherId);
      else if (change === "asked") await tellBoth(userId, otherId);
      const status = await friendshipStatus(db, userId, otherId);
      const isAccepted = status === "friends";
      return { status, messageKey: `Answers.friendRequest${isAccepted ? "Accepted" : "Sent"}` };
    },

    /** Accepting twice is no failure; what one has asked oneself is not one's own to accept (security.md P3). */
    async accept(userId: number, otherId: number): Promise<FriendshipOutcome> {
      await requireUnblocked(userId, otherId, { absent: requestGone });
      if (await acceptFriendship(db, userId, otherId)) await tellAccepted(userId, otherId);
      // Also what this call has accepted may have ended again meanwhile.
      const status = await friendshipStatus(db, userId, otherId);
      if (status !== "friends")
        throw status === "outgoing" ? new Failure("conflict") : requestGone();
      return { status, messageKey: "Answers.friendRequestAccepted" };
    },

    async delete(userId: number, otherId: number): Promise<FriendshipOutcome> {
      await requireOther(userId, otherId, { absent: friendshipGone });
      const tellParted = await parting(userId, otherId);
      const was = await deleteFriendship(db, userId, otherId);
      if (!was) throw friendshipGone();
      await Promise.all([tellBoth(userId, otherId), tellParted()]);
      return {
        status: await friendshipStatus(db, userId, otherId),
        messageKey: endedMessages[was],
      };
    },

    /** Ends in the transaction of a block what there is between the two; answers whether there was anything. */
    async part(trx: Db, userId: number, otherId: number): Promise<boolean> {
      return (await deleteFriendship(trx, userId, otherId)) !== undefined;
    },

    tellBoth,

    /** Tells those whom a member has asked how many requests wait for them: after the member has gone. */
    async tellAskedBy(userId: number): Promise<void> {
      await Promise.all((await listAskedBy(db, userId)).map(news.changed));
    },

    async status(userId: number, otherId: number): Promise<FriendshipOutcome> {
      const messageKey = "Answers.friendshipStatus";
      if (otherId === userId) return { status: "self", messageKey };
      const { isBlocked } = await requireOther(userId, otherId);
      return {
        status: isBlocked ? "blocked" : await friendshipStatus(db, userId, otherId),
        messageKey,
      };
    },
  };
}

// Whoever is not there answers the same: of a member, too, who has blocked the one who asks there is no request.
const requestGone = () => new Failure("not_found", { messageKey: "Errors.requestGone" });
const friendshipGone = () => new Failure("not_found", { messageKey: "Errors.friendshipGone" });

const endedMessages = {
  friends: "Answers.unfriended",
  outgoing: "Answers.friendRequestCancelled",
  incoming: "Answers.friendRequestRejected",
};
