import { describe, expect, it, vi } from "vitest";
import { joinSignals } from "#lib/api/join-signals.ts";

describe("joined signals", () => {
  it("abort with the first of them, and with its reason", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const joined = joinSignals(first.signal, second.signal);
    expect(joined.aborted).toBe(false);
    second.abort("removed");
    first.abort("too late");
    expect(joined).toMatchObject({ aborted: true, reason: "removed" });
  });

  it("are aborted from the start if one of them already is", () => {
    const over = new AbortController();
    over.abort("over");
    expect(joinSignals(new AbortController().signal, over.signal).reason).toBe("over");
  });

  it("leave no listener on the others once one has aborted", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const added = vi.spyOn(first.signal, "addEventListener");
    joinSignals(first.signal, second.signal);
    second.abort();
    expect(added.mock.calls[0]?.[2]).toMatchObject({ signal: { aborted: true } });
  });
});
