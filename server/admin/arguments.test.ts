import { expect, test } from "vitest";
import { readAdminArguments } from "#server/admin/arguments.ts";

test("what the operator asks for is understood", () => {
  expect(readAdminArguments([])).toEqual({ name: "usage" });
  expect(readAdminArguments(["reports"])).toEqual({ name: "list", all: false });
  expect(readAdminArguments(["reports", "--all"])).toEqual({ name: "list", all: true });
  expect(readAdminArguments(["reports", "close", "3", "7", "3"])).toEqual({
    name: "close",
    ids: [3, 7],
  });
});

test.each([
  [["report"], /"report" is not understood/],
  [["--all"], /"--all" is not understood/],
  [["reports", "open"], /"open" is not understood/],
  [["reports", "close"], /name their ids/],
  [["reports", "close", "1e3"], /"1e3" is no id/],
  [["reports", "close", "0"], /"0" is no id/],
  [["reports", "close", "99999999999"], /is no id/],
  [["reports", "--every"], /--every/],
])("what is not is named: %j", (args, fault) => {
  expect(() => readAdminArguments(args)).toThrow(fault);
});
