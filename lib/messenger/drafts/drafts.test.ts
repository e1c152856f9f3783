import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  draftOf,
  forgetOtherDrafts,
  writeDraft,
  onDraftChange,
  readDraft,
  receiveDraft,
  shownDraft,
  unsavedDrafts,
} from "#lib/messenger/drafts/drafts.ts";

const chat = { kind: "private", id: 7 } as const;
const write = (memberId: number, text: string) => writeDraft(memberId, chat, { text });

beforeEach(() => localStorage.clear());

describe("a draft", () => {
  it("belongs to one member and one chat", () => {
    write(1, "начатое");
    expect(readDraft(1, 7)).toBe("начатое");
    expect(readDraft(1, 8)).toBe("");
    expect(readDraft(2, 7)).toBe("");
  });

  it("is dropped when it is blank", () => {
    write(1, "начатое");
    write(1, "  ");
    expect(readDraft(1, 7)).toBe("");
  });

  it("notifies the components that show it", () => {
    const listener = vi.fn();
    const stop = onDraftChange(listener);
    write(1, "начатое");
    stop();
    write(1, "");
    expect(listener).toHaveBeenCalledOnce();
  });

  it("of another member is deleted from this computer", () => {
    write(1, "чужое");
    write(2, "своё");
    forgetOtherDrafts(2);
    expect([readDraft(1, 7), readDraft(2, 7)]).toEqual(["", "своё"]);
    expect(JSON.stringify(localStorage)).not.toContain("чужое");
  });

  it("lives as long as the tab where the browser stores nothing, and can still be saved", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(() => writeDraft(1, { ...chat, id: 9 }, { text: "начатое" })).not.toThrow();
    expect(readDraft(1, 9)).toBe("начатое");
    expect(unsavedDrafts(1)).toEqual([{ ...chat, id: 9 }]); // the server can still have it
    forgetOtherDrafts(2);
    expect(readDraft(1, 9)).toBe("");
  });
});

describe("a draft of another device", () => {
  it("replaces one that was saved", () => {
    receiveDraft(1, chat, { text: "раз", version: 1 });
    receiveDraft(1, chat, { text: "раз, два", version: 2 });
    expect(readDraft(1, 7)).toBe("раз, два");
    expect(unsavedDrafts(1)).toEqual([]);
  });

  it("never replaces text that was written here since, which is then saved on top of it", () => {
    write(1, "моё");
    receiveDraft(1, chat, { text: "чужое", version: 5 });
    expect(readDraft(1, 7)).toBe("моё");
    expect(unsavedDrafts(1)).toEqual([chat]);
    receiveDraft(1, chat, { text: "моё", version: 6 });
    expect(unsavedDrafts(1)).toEqual([]);
  });

  it("that is older than the one here changes nothing", () => {
    receiveDraft(1, chat, { text: "новое", version: 3 });
    receiveDraft(1, chat, { text: "старое", version: 2 });
    expect(readDraft(1, 7)).toBe("новое");
  });

  it("does not restore what was sent or removed here", () => {
    receiveDraft(1, chat, { text: "начатое", version: 3 });
    write(1, "");
    receiveDraft(1, chat, { text: "", version: 4 });
    receiveDraft(1, chat, { text: "начатое", version: 3 });
    expect(readDraft(1, 7)).toBe("");
  });

  it("is shown instead of text that was sent or removed here before the server had that", () => {
    receiveDraft(1, chat, { text: "начатое", version: 5 });
    write(1, "");
    receiveDraft(1, chat, { text: "длинный ответ", version: 6 });
    expect(readDraft(1, 7)).toBe("длинный ответ");
    expect(unsavedDrafts(1)).toEqual([]);
  });

  it("is not shown where it is what was written here, and was sent or removed since", () => {
    write(1, "начатое");
    write(1, "");
    receiveDraft(1, chat, { text: "нача", version: 1 }); // saved while the rest was written
    receiveDraft(1, chat, { text: "иначе", version: 2 }, ["иначе"]); // still being saved
    expect(readDraft(1, 7)).toBe("");
    expect(unsavedDrafts(1)).toEqual([chat]);
  });

  it("includes the members named in it", () => {
    const mentions = [{ id: 2, offset: 0, length: 5 }];
    receiveDraft(1, chat, { text: "@Друг, привет", version: 1, mentions });
    expect(draftOf(1, 7)?.mentions).toEqual(mentions);
  });

  it("hides no newer message in the list", () => {
    const listed = { id: 7, draft: "с телефона", draft_version: 1, draft_seq: 3, last_seq: 3 };
    expect(shownDraft(1, listed)).toBe("с телефона");
    expect(shownDraft(1, { ...listed, last_seq: 4 })).toBe("");
    writeDraft(1, { ...chat, last_seq: 4 }, { text: "отсюда" });
    expect(shownDraft(1, { ...listed, last_seq: 4 })).toBe("отсюда");
    expect(shownDraft(1, { ...listed, last_seq: 5 })).toBe("");
  });

  it("is shown in the list although the chat was never opened here", () => {
    const listed = { id: 7, draft: "с телефона", draft_version: 1, last_seq: 4 };
    expect(shownDraft(1, listed)).toBe("с телефона");
    write(1, "отсюда");
    expect(shownDraft(1, listed)).toBe("отсюда");
  });
});
