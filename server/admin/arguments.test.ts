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

test("what the operator asks of members is understood", () => {
  const names = { surname: "Каримов", name: "Али", patronymic: "Олимович" };
  const words = Object.entries(names).flatMap(([field, value]) => [`--${field}`, value]);
  const create = ["members", "create", "--email", "local.part@talim.example", ...words];
  const member = { email: "local.part@talim.example", ...names, locale: "ru", verified: false };
  expect(readAdminArguments(create)).toEqual({ name: "create", member, readsPassword: false });
  expect(readAdminArguments([...create, "--password-stdin", "--verified"])).toEqual({
    ...{ name: "create", readsPassword: true },
    member: { ...member, verified: true },
  });
  expect(readAdminArguments(["members", "find", "Али", "Каримов"])).toEqual({
    ...{ name: "find", text: "Али Каримов" },
  });
  expect(readAdminArguments(["members", "block", "12", "A@b.example", "12"])).toEqual({
    ...{ name: "block", who: ["12", "a@b.example"] },
  });
  for (const asksForHelp of [["members"], ["help"], ["members", "create", "--help"]])
    expect(readAdminArguments(asksForHelp)).toEqual({ name: "usage" });
});

test.each([
  [["members", "remove", "3"], /"remove" is not understood/],
  [["members", "find"], /say whom/],
  [["members", "block"], /name their ids or addresses/],
  [["members", "create", "--email", "a@b.example"], /--surname is missing/],
  [["members", "create", "--password", "secret"], /--password/],
  [["report"], /"report" is not understood/],
  [["--all"], /"--all" is not understood/],
  [["reports", "open"], /"open" is not understood/],
  [["reports", "close"], /name their ids/],
  [["reports", "close", "1e3"], /"1e3" is no id/],
  [["reports", "close", "0"], /"0" is no id/],
  [["reports", "close", "99999999999"], /is no id/],
  [["reports", "--every"], /--every/],
])("what is not understood is named to the operator: %j", (args, fault) => {
  expect(() => readAdminArguments(args)).toThrow(fault);
});
