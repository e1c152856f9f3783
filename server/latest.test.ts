import { describe, expect, it } from "vitest";
import { latest } from "#server/infra/coalesce.ts";

describe("what is told of something that changes", () => {
  it("is the newest last, however many changes come during one telling", async () => {
    let value = 0;
    const told: number[] = [];
    const gates: (() => void)[] = [];
    const tell = latest<string>(async () => {
      const read = value;
      await new Promise<void>((resolve) => gates.push(resolve));
      told.push(read);
    });
    value = 1;
    const first = tell("a");
    value = 2;
    const second = tell("a");
    value = 3;
    const third = tell("a");
    expect(gates).toHaveLength(1);
    gates[0]?.();
    await first;
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.();
    await Promise.all([second, third]);
    expect(told).toEqual([1, 3]);
  });

  it("is told for each key on its own", async () => {
    const told: string[] = [];
    let open: () => void = () => undefined;
    const tell = latest<string>(async (key) => {
      if (key === "slow") await new Promise<void>((resolve) => (open = resolve));
      told.push(key);
    });
    const slow = tell("slow");
    await tell("quick");
    open();
    await slow;
    expect(told).toEqual(["quick", "slow"]);
  });

  it("is told again after a failure", async () => {
    let runs = 0;
    const tell = latest<string>(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error("away")) : Promise.resolve();
    });
    const [first, second] = [tell("a"), tell("a")];
    await expect(first).rejects.toThrow("away");
    await second;
    await tell("a");
    expect(runs).toBe(3);
  });
});
