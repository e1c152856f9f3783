import { api, ApiFailure } from "#lib/api/api-client.ts";
import type { Failure, Outgoing } from "#lib/messenger/outbox/outgoing.ts";
import {
  type Message,
  messageAnswer,
  messageText,
  type SendMessageInput,
} from "#lib/messenger/contract/schema.ts";

/** An answer later than this counts as lost: the same `client_id` may be sent again. */
const answerTimeoutMs = 15_000;

export async function sendMessage(outgoing: Outgoing, thrownAway: AbortSignal): Promise<Message> {
  const signal = AbortSignal.any([thrownAway, AbortSignal.timeout(answerTimeoutMs)]);
  const path = `/messenger/${outgoing.kind}/sendMessage`;
  return (await api.post(path, messageAnswer, inputOf(outgoing), { signal })).data;
}

function inputOf(outgoing: Outgoing): SendMessageInput {
  const { chatId, clientId, text, mentions, reply, forward, attachments } = outgoing;
  return {
    chat_id: chatId,
    client_id: clientId,
    text,
    ...(mentions.length > 0 && { mentions: [...mentions] }),
    ...(reply && { reply_to: reply.seq }),
    ...(forward && { forward: { chat_id: forward.chat_id, seq: forward.seq } }),
    ...(attachments.length > 0 && {
      attachments: attachments.flatMap(({ media }) => (media ? [media.id] : [])),
    }),
  };
}

/**
 * The network, the server's health and its limits pass, an answer that was cut off may come whole, and a session that
 * has ended begins anew; a refusal stays.
 */
export function describeFailure(failure: unknown): Failure {
  if (!(failure instanceof ApiFailure) || failure.status === false)
    return { failure: null, transient: true };
  const { status, message, retryAfterMs } = failure;
  const transient = status < 400 || status === 401 || status === 429 || status >= 500;
  return { failure: message, transient, retryAfterMs };
}

/** Key of a message when the text cannot be sent as it stands; null: it can. Blank text is no fault yet. */
export function textFault(text: string): string | null {
  if (text.trim() === "") return null;
  return messageText.safeParse(text.trim()).error?.issues[0]?.message ?? null;
}
