import { lockPair } from "#server/auth/lock-member.ts";
import { memberExists } from "#server/auth/person.ts";
import { deleteBlock, insertBlock } from "#server/blocks/repository.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, notFound } from "#server/http/failure.ts";

interface BlocksOptions {
  db: Db;
  /** Ends, in the transaction, the relation between the two; returns whether there was one. */
  part: (trx: Db, userId: number, otherId: number) => Promise<boolean>;
  /** Called before a block; the result publishes to the two once the block is stored. */
  beforeBlock: (userId: number, otherId: number) => Promise<(hasParted: boolean) => Promise<void>>;
  /** Publishes again what follows from a block that was stored before: its node may have died before it did. */
  publishAgain: (userId: number, otherId: number) => Promise<void>;
}

export type Blocks = ReturnType<typeof createBlocks>;

/** Blocks and unblocks members. Repeating either is no failure. */
export function createBlocks({ db, part, beforeBlock, publishAgain }: BlocksOptions) {
  const requireAnother = (userId: number, otherId: number) => {
    if (otherId === userId) throw invalidField("id", "Site.invalid");
  };

  return {
    async block(userId: number, otherId: number): Promise<void> {
      requireAnother(userId, otherId);
      // A member who was blocked may block back, without learning of that block.
      if (!(await memberExists(db, null, otherId))) throw notFound();
      const publishBlock = await beforeBlock(userId, otherId);
      const { isNew, hasParted } = await db.transaction().execute(async (trx) => {
        await lockPair(trx, userId, otherId);
        const parted = await part(trx, userId, otherId);
        return { isNew: await insertBlock(trx, userId, otherId), hasParted: parted };
      });
      await (isNew ? publishBlock(hasParted) : publishAgain(userId, otherId));
    },

    /** Answers the same for any other id, so that it does not reveal who exists; unblocking twice is no failure. */
    async unblock(userId: number, otherId: number): Promise<void> {
      requireAnother(userId, otherId);
      await deleteBlock(db, userId, otherId);
    },
  };
}
