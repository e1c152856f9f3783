import { expect, test } from "vitest";
import { counted, failedInPlaywright, failedInVitest } from "#scripts/project/suites.mjs";

test("what the runner reports is what counts", () => {
  expect(counted(0, 12, 0)).toEqual({ passed: 12, failed: 0 });
  expect(counted(1, 11, 2)).toEqual({ passed: 11, failed: 2 });
});

test("a runner that fails without a failed test has failed once", () => {
  expect(counted(1, 12, 0)).toEqual({ passed: 12, failed: 1 });
});

test("a runner that found nothing or crashed has failed once", () => {
  expect(counted(0)).toEqual({ passed: 0, failed: 1 });
  expect(counted(139)).toEqual({ passed: 0, failed: 1 });
});

test("tests that failed are named with their file, and their width", () => {
  const assertionResults = [
    { status: "failed", fullName: "a login wrong pair" },
    { status: "passed", fullName: "a login right pair" },
  ];
  expect(failedInVitest([{ name: `${process.cwd()}/server/a.test.ts`, assertionResults }])).toEqual(
    ["server/a.test.ts: a login wrong pair"],
  );

  const tests = [
    { projectName: "phone", status: "unexpected" },
    { projectName: "wide", status: "expected" },
  ];
  const inner = { title: "inside", file: "home.spec.ts", specs: [{ title: "shows", tests }] };
  expect(failedInPlaywright({ title: "home", file: "home.spec.ts", suites: [inner] })).toEqual([
    "home.spec.ts (phone): shows",
  ]);
});
