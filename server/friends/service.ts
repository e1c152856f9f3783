import type { FriendshipStatus } from "#lib/auth/schema.ts";
import type { FriendshipEvent } from "#lib/friends/schema.ts";
import { lockPair } from "#server/auth/lock-pair.ts";
import { memberExists, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { Failure, invalidField, notFound } from "#server/failure.ts";
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
  /** Tells the devices of a member. */
  tell: (userId: number, event: FriendshipEvent) => void;
}

export type Friendships = ReturnType<typeof createFriendships>;

/** The friendship calls (specification §4, §7); every one ends by telling both members. */
export function createFriendships({ db, persons, hasBlocked, tell }: FriendshipsOptions) {
  /** Who is blocked finds nobody; whether one has blocked the other oneself is answered. */
  const requireOther = async (userId: number, otherId: number, at: Db = db) => {
    if (otherId === userId) throw invalidField("id", "Site.invalid");
    if (await memberExists(at, userId, otherId)) return { isBlocked: false };
    if (await hasBlocked(at, userId, otherId)) return { isBlocked: true };
    throw notFound();
  };
  const requireUnblocked = async (...pair: Parameters<typeof requireOther>) => {
    const { isBlocked } = await requireOther(...pair);
    if (isBlocked) throw new Failure("conflict", { messageKey: "Errors.memberIsBlocked" });
  };
  const news = createFriendshipNews(db, persons, tell);
  const outcome = async (
    userId: number,
    otherId: number,
    messageKey: string,
    accepts = false,
  ): Promise<FriendshipOutcome> => {
    await Promise.all([
      news.changed(userId),
      accepts ? news.accepted(otherId, userId) : news.changed(otherId),
    ]);
    return { status: await friendshipStatus(db, userId, otherId), messageKey };
  };

  return {
    async add(userId: number, otherId: number): Promise<FriendshipOutcome> {
      const accepts = await db.transaction().execute(async (trx) => {
        await lockPair(trx, userId, otherId);
        await requireUnblocked(userId, otherId, trx);
        return requestFriendship(trx, userId, otherId);
      });
      const done = await outcome(userId, otherId, "Answers.friendRequestSent", accepts);
      return done.status === "friends"
        ? { ...done, messageKey: "Answers.friendRequestAccepted" }
        : done;
    },

    /** Accepting twice is no failure; what one has asked oneself is not one's own to accept (security.md P3). */
    async accept(userId: number, otherId: number): Promise<FriendshipOutcome> {
      await requireUnblocked(userId, otherId);
      const accepts = await acceptFriendship(db, userId, otherId);
      if (!accepts) {
        const status = await friendshipStatus(db, userId, otherId);
        if (status !== "friends")
          throw status === "outgoing" ? new Failure("conflict") : notFound();
      }
      return outcome(userId, otherId, "Answers.friendRequestAccepted", accepts);
    },

    async delete(userId: number, otherId: number): Promise<FriendshipOutcome> {
      await requireOther(userId, otherId);
      const was = await deleteFriendship(db, userId, otherId);
      if (!was) throw notFound();
      return outcome(userId, otherId, endedMessages[was]);
    },

    /** Ends in the transaction of a block what there is between the two; whoever blocks tells both after it. */
    async part(trx: Db, userId: number, otherId: number): Promise<void> {
      await deleteFriendship(trx, userId, otherId);
    },

    async tellBoth(userId: number, otherId: number): Promise<void> {
      await Promise.all([userId, otherId].map(news.changed));
    },

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

const endedMessages = {
  friends: "Answers.unfriended",
  outgoing: "Answers.friendRequestCancelled",
  incoming: "Answers.friendRequestRejected",
};
