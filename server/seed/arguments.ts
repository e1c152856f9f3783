import { parseArgs } from "node:util";
import { z } from "zod";
import { errorMessageOf, StartFault } from "#server/infra/start-fault.ts";

const membersMax = 10_000_000;
/** The limit for a real member, too. */
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

/** The numbers to make, and whether to add to existing members. */
export interface SeedAmounts {
  members: number;
  educations: number;
  friendships: number;
  add: boolean;
}

/** Parses the arguments of `npm run seed`. @throws {StartFault} naming what it cannot parse. */
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
