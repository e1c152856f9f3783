import { expect, test } from "vitest";
import { failedInPlaywright, failedInVitest, totals } from "#scripts/project/suites.mjs";

test("the totals are those that the runner reports", () => {
  expect(totals({ code: 0, passed: 12 })).toEqual({ passed: 12, failed: 0, titles: [] });
  const titles = ["a.test.ts: a", "a.test.ts: b"];
  expect(totals({ code: 1, passed: 11, failed: 2, titles })).toEqual({
    passed: 11,
    failed: 2,
    titles,
  });
});

test("a runner that fails without a failed test has failed once, and the errors outside its tests are named", () => {
  const errors = [{ message: "Error: Timeout calling fetch\n    at rpc.js:1" }];
  expect(totals({ code: 1, passed: 12, errors })).toEqual({
    passed: 12,
    failed: 1,
    titles: ["outside the tests — Error: Timeout calling fetch at rpc.js:1"],
  });
});

test("a runner that found nothing or crashed has failed once, and its exit code is named", () => {
  expect(totals({ code: 0 })).toMatchObject({ failed: 1, titles: ["the runner ended with 0"] });
  expect(totals({ code: 139 })).toMatchObject({ failed: 1, titles: ["the runner ended with 139"] });
});

test("tests that failed are named with their file, their width and why", () => {
  const assertionResults = [
    {
      status: "failed",
      fullName: "a login wrong pair",
      failureMessages: ["AssertionError: expected 200\n    at a.test.ts:1"],
    },
    { status: "passed", fullName: "a login right pair", failureMessages: [] },
  ];
  const file = { status: "failed", message: "", assertionResults };
  const broken = { status: "failed", message: "Cannot find module", assertionResults: [] };
  expect(
    failedInVitest([
      { ...file, name: `${process.cwd()}/server/a.test.ts` },
      { ...broken, name: `${process.cwd()}/server/b.test.ts` },
    ]),
  ).toEqual([
    "server/a.test.ts: a login wrong pair — AssertionError: expected 200 at a.test.ts:1",
    "server/b.test.ts — Cannot find module",
  ]);

  const message = "\u001B[31mError\u001B[39m: not found\n\nTimeout: 10000ms";
  const errors = [{ message, location: { file: "/kampus/e2e/home.spec.ts", line: 7 } }];
  const tests = [
    { projectName: "phone", status: "unexpected", results: [{ errors }] },
    { projectName: "wide", status: "expected", results: [{ errors: [] }] },
  ];
  const inner = { title: "inside", file: "home.spec.ts", specs: [{ title: "shows", tests }] };
  expect(failedInPlaywright({ title: "home", file: "home.spec.ts", suites: [inner] })).toEqual([
    "home.spec.ts (phone): shows — home.spec.ts:7 Error: not found Timeout: 10000ms",
  ]);
});
