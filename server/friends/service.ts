import type { FriendshipStatus } from "#lib/auth/schema.ts";
import type { FriendshipEvent } from "#lib/friends/schema.ts";
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
  /** Tells the devices of a member. */
  tell: (userId: number, event: FriendshipEvent) => void;
}

export type Friendships = ReturnType<typeof createFriendships>;

/** The friendship calls (specification §4, §7); every one ends by telling both members. */
export function createFriendships({ db, persons, tell }: FriendshipsOptions) {
  const requireOther = async (userId: number, otherId: number) => {
    if (otherId === userId) throw invalidField("id", "Site.invalid");
    if (!(await memberExists(db, userId, otherId))) throw notFound();
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
      await requireOther(userId, otherId);
      const accepts = await requestFriendship(db, userId, otherId);
      const done = await outcome(userId, otherId, "Answers.friendRequestSent", accepts);
      return done.status === "friends"
        ? { ...done, messageKey: "Answers.friendRequestAccepted" }
        : done;
    },

    /** Accepting twice is no failure; what one has asked oneself is not one's own to accept (security.md P3). */
    async accept(userId: number, otherId: number): Promise<FriendshipOutcome> {
      await requireOther(userId, otherId);
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

    /** Tells those whom a member has asked how many requests wait for them: after the member has gone. */
    async tellAskedBy(userId: number): Promise<void> {
      await Promise.all((await listAskedBy(db, userId)).map(news.changed));
    },

    async status(userId: number, otherId: number): Promise<FriendshipOutcome> {
      if (otherId !== userId) await requireOther(userId, otherId);
      return {
        status: await friendshipStatus(db, userId, otherId),
        messageKey: "Answers.friendshipStatus",
      };
    },
  };
}

const endedMessages = {
  friends: "Answers.unfriended",
  outgoing: "Answers.friendRequestCancelled",
  incoming: "Answers.friendRequestRejected",
};
