import { parseArgs } from "node:util";
import { z } from "zod";
import { errorMessageOf, StartFault } from "#server/infra/start-fault.ts";

const membersMax = 10_000_000;
/** As many as a member can add. */
const educationsOfMemberMax = 50;
const friendshipsOfMemberMax = 100;
const defaultMembers = "1000";
const defaultEducationsOfMember = 3;
const defaultFriendshipsOfMember = 20;

const amount = (least: number, most: number) =>
  z.coerce
    .number(`must be a whole number from ${least} to ${most}`)
    .int(`must be a whole number from ${least} to ${most}`)
    .min(least, `must be a whole number from ${least} to ${most}`)
    .max(most, `must be a whole number from ${least} to ${most}`);

/** How many to make of what; whether also where there are members already. */
export interface SeedAmounts {
  members: number;
  educations: number;
  friendships: number;
  add: boolean;
}

/** What the arguments of `npm run seed` say. @throws {StartFault} naming what it does not understand. */
export function readSeedArguments(args: string[]): SeedAmounts {
  const { values } = parsed(args);
  const members = checked("members", values.members, amount(1, membersMax));
  const ofEach = (most: number) => members * Math.min(most, Math.floor((members - 1) / 2));
  return {
    members,
    educations: checked(
      "educations",
      values.educations ?? String(members * defaultEducationsOfMember),
      amount(0, members * educationsOfMemberMax),
    ),
    friendships: checked(
      "friendships",
      values.friendships ?? String(ofEach(defaultFriendshipsOfMember)),
      amount(0, ofEach(friendshipsOfMemberMax)),
    ),
    add: values.add,
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        members: { type: "string", default: defaultMembers },
        educations: { type: "string" },
        friendships: { type: "string" },
        add: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new StartFault([errorMessageOf(error)], { cause: error });
  }
}

function checked<T>(name: string, given: string, schema: z.ZodType<T>): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new StartFault([`--${name} ${result.error.issues[0]?.message ?? "is not understood"}`]);
}
