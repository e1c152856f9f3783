import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { beforeAll, describe, expect, it } from "vitest";
import { createWork, isSolved, isWork } from "#server/captcha/captcha-work.ts";

let one: Awaited<ReturnType<typeof createWork>>;
let solution: string;

beforeAll(async () => {
  one = await createWork();
  const found = await solveChallenge({ challenge: { parameters: one.work }, deriveKey });
  solution = `${found?.counter}.${found?.derivedKey}`;
});

describe("a proof of work", () => {
  it("is accepted once it is done", async () => {
    expect(isWork(one.stored)).toBe(true);
    expect(await isSolved(one.stored, solution)).toBe(true);
  });

  it("is valid for its own challenge alone", async () => {
    const other = await createWork();
    expect(await isSolved(other.stored, solution)).toBe(false);
  });

  it("takes hundreds of tries, none of which can be known beforehand", async () => {
    const found = [one, await createWork(), await createWork()].map(({ work }) => work.keyPrefix);
    expect(Number(solution.split(".")[0])).toBeGreaterThanOrEqual(300);
    expect(new Set(found).size).toBe(3);
    expect(found.every((prefix) => prefix.length === 32)).toBe(true);
  });

  it.each([
    ["nothing", () => ""],
    ["what the question says itself", () => one.stored],
    ["its prefix for the whole key", () => `511.${one.work.keyPrefix}${"0".repeat(32)}`],
    [
      "a right counter with a wrong key",
      () => solution.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
    ],
    ["a counter past all numbers", () => `9999999999.${"0".repeat(64)}`],
    ["a negative counter", () => `-1.${"0".repeat(64)}`],
    ["JSON", () => JSON.stringify({ counter: 1, derivedKey: "00" })],
  ])("is not accepted when it is %s", async (_case, given) => {
    expect(await isSolved(one.stored, given())).toBe(false);
  });
});
