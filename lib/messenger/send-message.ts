import { api, ApiFailure } from "#lib/api-client.ts";
import type { Outgoing } from "#lib/messenger/outbox.ts";
import {
  type Message,
  messageAnswer,
  messageText,
  type SendMessageInput,
} from "#lib/messenger/schema.ts";

/** An answer later than this counts as lost: the same `client_id` may be sent again. */
const answerTimeoutMs = 15_000;

export async function sendMessage({ kind, chatId, clientId, text }: Outgoing): Promise<Message> {
  const body: SendMessageInput = { chat_id: chatId, client_id: clientId, text };
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const { data } = await api.post(`/messenger/${kind}/sendMessage`, messageAnswer, body, {
    signal,
  });
  return data;
}

/** The network, the server's health and its limits pass; a refusal stays. */
export function describeFailure(failure: unknown): Pick<Outgoing, "failure" | "transient"> {
  if (!(failure instanceof ApiFailure) || failure.status === false)
    return { failure: null, transient: true };
  return { failure: failure.message, transient: failure.status === 429 || failure.status >= 500 };
}

/** Key of a message when the text cannot be sent as it stands; null: it can. Blank text is no fault yet. */
export function textFault(text: string): string | null {
  if (text.trim() === "") return null;
  return messageText.safeParse(text.trim()).error?.issues[0]?.message ?? null;
}
