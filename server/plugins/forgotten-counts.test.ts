import { EventEmitter } from "node:events";
import type { Redis } from "ioredis";
import { beforeEach, expect, it } from "vitest";
import { createForgetCounts } from "#server/plugins/forgotten-counts.ts";

let refuses: boolean;
let deleted: string[];
let forget: (...keys: string[]) => Promise<void>;
let redis: EventEmitter;
beforeEach(() => {
  refuses = false;
  deleted = [];
  redis = Object.assign(new EventEmitter(), {
    del: async (...keys: string[]) => {
      if (refuses) throw new Error("MISCONF Errors writing to the disk");
      deleted.push(...keys);
    },
  });
  forget = createForgetCounts(redis as unknown as Redis); // all that is used of it
});

it("counts that Redis refuses to delete are deleted with its next success", async () => {
  refuses = true;
  await forget("one", "two");
  refuses = false;
  await forget("three");
  await expect.poll(() => deleted.toSorted()).toEqual(["one", "three", "two"]);
});

it("counts that could not be deleted while Redis was away are deleted once it is back", async () => {
  refuses = true;
  await forget("one");
  refuses = false;
  redis.emit("ready");
  await expect.poll(() => deleted).toEqual(["one"]);
});
