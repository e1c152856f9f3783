/**
 * One of all pages of the browser tells of a message. Pages of one origin take turns by a lock; the cookie of the parent
 * domain, which all origins read, says what was told, and each origin waits a little longer than the one before.
 */
import { readMessageTold, writeMessageTold } from "#lib/browser/cookies.ts";
import type { Message } from "#lib/messenger/contract/schema.ts";
import type { Surface } from "#lib/site/surfaces.ts";

/** Of chats that are written in at once, so many are told apart. */
const remembered = 12;
/** Until every page of the browser reads what one has written. */
const settleMs = 150;
const originDelayMs: Record<Surface, number> = { chat: 120, profile: 360, site: 600 };

/** Whether this page is the one. `looking`: it shows the chat, so that no page need tell of it. */
export async function claimTelling(
  { chat_id, seq }: Pick<Message, "chat_id" | "seq">,
  { surface, looking }: { surface: Surface; looking: boolean },
): Promise<boolean> {
  const name = `${chat_id}-${seq}`;
  const mine = `${name}-${Math.random().toString(36).slice(2, 8)}`;
  const standing = () => toldNow().find((claim) => claim.startsWith(`${name}-`));
  if (!looking) await waitFor(originDelayMs[surface]);
  const hasClaimed = await takingTurns(() => {
    if (standing()) return false;
    writeMessageTold([...toldNow(), mine].slice(-remembered).join("_"));
    return true;
  });
  if (!hasClaimed) return false;
  // A page of another process may have claimed it before it saw this: the last claim stands for both.
  await waitFor(settleMs);
  return (standing() ?? mine) === mine;
}

const toldNow = () => readMessageTold().split("_").filter(Boolean);
const waitFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function takingTurns<T>(take: () => T): Promise<T> {
  if (!("locks" in navigator)) return take();
  return navigator.locks.request("message-told", take);
}
