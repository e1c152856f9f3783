import { expect, test } from "vitest";
import { counted } from "#scripts/project/suites.mjs";

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
