import { expect, it } from "vitest";
import { requireAskers } from "#bench/people/people-calls.ts";

it("a benchmark of people whose database is too small says so before a member who is missing asks", () => {
  expect(() => requireAskers(10_000, 1_000_000)).not.toThrow();
  expect(() => requireAskers(10_000, 5_000)).toThrow(
    "BENCH_PEOPLE: 5000 members are too few, for member 9876 asks too",
  );
});
