import { describe, expect, it } from "vitest";
import { coalesce } from "#server/infra/coalesce.ts";

describe("publishing a changing state", () => {
  it("ends with the newest state, however many changes come during one run", async () => {
    let value = 0;
    const published: number[] = [];
    const gates: (() => void)[] = [];
    const publish = coalesce<string>(async () => {
      const read = value;
      await new Promise<void>((resolve) => gates.push(resolve));
      published.push(read);
    });
    value = 1;
    const first = publish("a");
    value = 2;
    const second = publish("a");
    value = 3;
    const third = publish("a");
    expect(gates).toHaveLength(1);
    gates[0]?.();
    await first;
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.();
    await Promise.all([second, third]);
    expect(published).toEqual([1, 3]);
  });

  it("happens for each key on its own", async () => {
    const published: string[] = [];
    let open: () => void = () => undefined;
    const publish = coalesce<string>(async (key) => {
      if (key === "slow") await new Promise<void>((resolve) => (open = resolve));
      published.push(key);
    });
    const slow = publish("slow");
    await publish("quick");
    open();
    await slow;
    expect(published).toEqual(["quick", "slow"]);
  });

  it("happens again after a failure", async () => {
    let runs = 0;
    const publish = coalesce<string>(() => {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error("away")) : Promise.resolve();
    });
    const [first, second] = [publish("a"), publish("a")];
    await expect(first).rejects.toThrow("away");
    await second;
    await publish("a");
    expect(runs).toBe(3);
  });
});
