import { describe, expect, it } from "vitest";
import { inBatches } from "#server/db/in-batches.ts";

const gate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};
const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

/** Doubles numbers; the first run waits for the gate, and some numbers fail. */
function doubling(faults: Record<number, Error> = {}) {
  const first = gate();
  const runs: number[][] = [];
  const double = inBatches<number, number>(async (numbers) => {
    runs.push(numbers);
    if (runs.length === 1) await first.opened;
    for (const number of numbers) if (faults[number]) throw faults[number];
    return numbers.map((number) => 2 * number);
  });
  const begun = () => expect.poll(() => runs.length, { interval: 1 }).toBe(1);
  return { double, runs, begun, open: first.open };
}

describe("items added while a run is under way", () => {
  it("are processed together in the next, in their order, each with its own result", async () => {
    const { double, runs, begun, open } = doubling();
    const one = double(1);
    await begun();
    const others = [2, 3, 4].map(double);
    open();
    expect(await Promise.all([one, ...others])).toEqual([2, 4, 6, 8]);
    expect(runs).toEqual([[1], [2, 3, 4]]);
    expect(await double(5)).toBe(10);
  });

  it("are tried one by one where they fail together, so that only the faulty one fails", async () => {
    const fault = new Error("of 3 alone");
    const { double, runs, begun, open } = doubling({ 3: fault });
    const one = double(1);
    await begun();
    const others = Promise.allSettled([2, 3, 4].map(double));
    open();
    await one;
    expect(await others).toEqual([
      { status: "fulfilled", value: 4 },
      { status: "rejected", reason: fault },
      { status: "fulfilled", value: 8 },
    ]);
    expect(runs).toEqual([[1], [2, 3, 4], [2], [3], [4]]);
  });

  it("fail at once with the run that met an unreachable database; later ones are tried", async () => {
    const { double, runs, begun, open } = doubling({ 1: away });
    const one = double(1);
    await begun();
    const all = Promise.allSettled([one, ...[2, 3].map(double)]);
    open();
    expect(await all).toEqual(Array(3).fill({ status: "rejected", reason: away }));
    expect(runs).toEqual([[1]]);
    expect(await double(5)).toBe(10);
  });

  it("fail at once where the database goes away while each is tried alone", async () => {
    const { double, runs, begun, open } = doubling({ 2: new Error("of 2 alone"), 3: away });
    const one = double(1);
    await begun();
    const others = Promise.allSettled([2, 3, 4].map(double));
    open();
    await one;
    expect((await others).map(({ status }) => status)).toEqual(Array(3).fill("rejected"));
    expect(runs).toEqual([[1], [2, 3, 4], [2], [3]]);
  });
});
