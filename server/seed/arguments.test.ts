import { expect, test } from "vitest";
import { readSeedArguments } from "#server/seed/arguments.ts";

const faultOf = (args: string[]) => {
  try {
    readSeedArguments(args);
  } catch (error) {
    return (error as { lines: string[] }).lines; // a StartFault
  }
  return [];
};

test("without arguments a thousand members are seeded, each with three educations and twenty friends", () => {
  expect(readSeedArguments([])).toEqual({
    members: 1000,
    educations: 3000,
    friendships: 20_000,
    add: false,
  });
});

test("numbers are taken as given", () => {
  const asked = ["--members", "100000", "--educations=1000000", "--friendships", "7", "--add"];
  expect(readSeedArguments(asked)).toEqual({
    members: 100_000,
    educations: 1_000_000,
    friendships: 7,
    add: true,
  });
  expect(readSeedArguments(["--educations", "0"])).toMatchObject({ members: 1000, educations: 0 });
});

test("few members have no more friends than there are others", () => {
  expect(readSeedArguments(["--members", "1"])).toMatchObject({ friendships: 0 });
  expect(readSeedArguments(["--members", "4"])).toMatchObject({ friendships: 4 });
});

test.each([
  [["--members", "0"], "--members must be a whole number from 1 to 10000000"],
  [["--members", "many"], "--members must be a whole number from 1 to 10000000"],
  [["--members", "1.5"], "--members must be a whole number from 1 to 10000000"],
  [["--members="], "--members must be a whole number from 1 to 10000000"],
  [["--members", "2", "--educations", "101"], "--educations must be a whole number from 0 to 100"],
  [["--members", "4", "--friendships", "5"], "--friendships must be a whole number from 0 to 4"],
])("%j is refused in one line", (args, line) => {
  expect(faultOf(args)).toEqual([line]);
});

test.each([[["--member", "5"]], [["5"]], [["--members"]]])("%j is not understood", (args) => {
  expect(faultOf(args)).toHaveLength(1);
});
