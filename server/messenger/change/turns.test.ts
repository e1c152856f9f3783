import { describe, expect, it } from "vitest";
import { createTurns } from "#server/messenger/change/turns.ts";

const gate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

describe("tasks that take turns", () => {
  it("run in the order of the calls for one key, whichever is quicker", async () => {
    const inTurn = createTurns();
    const slow = gate();
    const done: number[] = [];
    const tasks = [
      inTurn(1, async () => {
        await slow.opened;
        done.push(1);
      }),
      inTurn(1, async () => done.push(2)),
      inTurn(1, async () => done.push(3)),
    ];
    await inTurn(2, async () => done.push(20));
    slow.open();
    await Promise.all(tasks);
    expect(done).toEqual([20, 1, 2, 3]);
  });

  it("continue after one of them fails, and only that one rejects", async () => {
    const inTurn = createTurns();
    const failing = inTurn(1, () => Promise.reject(new Error("refused")));
    const next = inTurn(1, async () => "done");
    await expect(failing).rejects.toThrow("refused");
    expect(await next).toBe("done");
    expect(await inTurn(1, async () => "again")).toBe("again");
  });

  it("fail at once if they wait when the database goes away, and later ones are tried", async () => {
    const inTurn = createTurns();
    const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    let tried = 0;
    const waiting = [1, 2, 3].map(() =>
      inTurn(1, () => {
        tried += 1;
        return Promise.reject(away);
      }),
    );
    expect(await Promise.allSettled(waiting)).toEqual(
      Array(3).fill({ status: "rejected", reason: away }),
    );
    expect(tried).toBe(1);
    expect(await inTurn(1, async () => "back")).toBe("back");
  });
});
