import { lockPair } from "#server/auth/lock-pair.ts";
import { memberExists } from "#server/auth/person.ts";
import { deleteBlock, insertBlock } from "#server/blocks/repository.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, notFound } from "#server/http/failure.ts";

interface BlocksOptions {
  db: Db;
  /** Ends in the transaction what there is between the two; answers whether there was anything. */
  part: (trx: Db, userId: number, otherId: number) => Promise<boolean>;
  /** Asked before a block for what to tell the two once it stands, and whether it has ended anything. */
  beforeBlock: (userId: number, otherId: number) => Promise<(hasParted: boolean) => Promise<void>>;
}

export type Blocks = ReturnType<typeof createBlocks>;

/** Blocking, and taking it back; both may be repeated. */
export function createBlocks({ db, part, beforeBlock }: BlocksOptions) {
  const requireAnother = (userId: number, otherId: number) => {
    if (otherId === userId) throw invalidField("id", "Site.invalid");
  };

  return {
    async block(userId: number, otherId: number): Promise<void> {
      requireAnother(userId, otherId);
      // Also one who has blocked the member: of that they must not learn, and they may block back.
      if (!(await memberExists(db, null, otherId))) throw notFound();
      const tell = await beforeBlock(userId, otherId);
      const { isNew, hasParted } = await db.transaction().execute(async (trx) => {
        await lockPair(trx, userId, otherId);
        const parted = await part(trx, userId, otherId);
        return { isNew: await insertBlock(trx, userId, otherId), hasParted: parted };
      });
      if (isNew) await tell(hasParted);
    },

    /** Whoever the other is: nothing to take back is no failure, and tells nothing of who is there. */
    async unblock(userId: number, otherId: number): Promise<void> {
      requireAnother(userId, otherId);
      await deleteBlock(db, userId, otherId);
    },
  };
}
