import { beforeEach, expect, it } from "vitest";
import { answerCalls } from "#lib/testing/answer-calls.ts";
import { draftOf, receiveDraft, writeDraft } from "#lib/messenger/drafts/drafts.ts";
import { saveDraft } from "#lib/messenger/drafts/save-drafts.ts";
import type { DraftInput } from "#lib/messenger/contract/marks-schema.ts";
import { memberId } from "#lib/testing/message-samples.ts";

const group = { kind: "group", id: 7 } as const;
let onServer: { text: string; version: number };

/** A server that stores only the draft that follows its own. */
beforeEach(() => {
  localStorage.clear();
  answerCalls((_call, body) => {
    const { text, version } = body as DraftInput;
    if (version === onServer.version) onServer = { text, version: version + 1 };
    return { body: { data: onServer } };
  });
});

it("a draft of a group that the member has left and joined again is saved, and follows that of other devices", async () => {
  receiveDraft(memberId, group, { text: "раньше", version: 5 });
  onServer = { text: "", version: 0 };
  writeDraft(memberId, group, { text: "теперь" });
  await saveDraft(memberId, group);
  expect(onServer).toEqual({ text: "теперь", version: 1 });
  expect(draftOf(memberId, 7)).toMatchObject({ text: "теперь", version: 1, unsaved: false });
  receiveDraft(memberId, group, { text: "с телефона", version: 2 });
  expect(draftOf(memberId, 7)?.text).toBe("с телефона");
});
