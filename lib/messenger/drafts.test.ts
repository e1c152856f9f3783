import { beforeEach, describe, expect, it, vi } from "vitest";
import { forgetOtherDrafts, keepDraft, onDraftChange, readDraft } from "#lib/messenger/drafts.ts";

beforeEach(() => localStorage.clear());

describe("a draft", () => {
  it("belongs to one member and one chat", () => {
    keepDraft(1, 7, "начатое");
    expect(readDraft(1, 7)).toBe("начатое");
    expect(readDraft(1, 8)).toBe("");
    expect(readDraft(2, 7)).toBe("");
  });

  it("is gone once the text is", () => {
    keepDraft(1, 7, "начатое");
    keepDraft(1, 7, "  ");
    expect(localStorage).toHaveLength(0);
  });

  it("tells who shows it", () => {
    const listener = vi.fn();
    const stop = onDraftChange(listener);
    keepDraft(1, 7, "начатое");
    stop();
    keepDraft(1, 7, "");
    expect(listener).toHaveBeenCalledOnce();
  });

  it("of another member does not stay on this computer", () => {
    keepDraft(1, 7, "чужое");
    keepDraft(2, 7, "своё");
    forgetOtherDrafts(2);
    expect([readDraft(1, 7), readDraft(2, 7)]).toEqual(["", "своё"]);
  });

  it("is no failure where the browser keeps nothing", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(() => keepDraft(1, 7, "начатое")).not.toThrow();
  });
});
