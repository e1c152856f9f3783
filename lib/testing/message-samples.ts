/** Members, chats and messages for tests. */
import type { Person } from "#lib/auth/schema.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";
import type { Outgoing } from "#lib/messenger/outbox/outgoing.ts";

export const memberId = 1;

export const me: Person = {
  id: memberId,
  fullname: "Каримов Алишер Бахтиёрович",
  image: null,
  online: true,
  last_seen_at: null,
};

export const peer: Person = {
  id: 2,
  fullname: "Юсупова Мадина Рустамовна",
  image: null,
  online: true,
  last_seen_at: null,
};

/** A message of the peer, one a minute; `seq` 1 is written at noon UTC. */
export function messageOf(seq: number, changes: Partial<Message> = {}): Message {
  return {
    chat_id: 7,
    seq,
    client_id: `00000000-0000-4000-8000-${String(seq).padStart(12, "0")}`,
    author: peer,
    text: `message ${seq}`,
    mentions: [],
    attachments: [],
    reply_to: null,
    reply: null,
    forwarded_from: null,
    reactions: [],
    change: 0,
    created_at: new Date(Date.UTC(2025, 10, 20, 12, seq - 1)).toISOString(),
    edited_at: null,
    deleted_at: null,
    ...changes,
  };
}

export function messagesFrom(first: number, last: number): Message[] {
  return Array.from({ length: last - first + 1 }, (_, index) => messageOf(first + index));
}

/** A chat with the peer that holds messages 1 to 4, all read. */
export function chatOf(changes: Partial<Chat> = {}): Chat {
  return {
    id: 7,
    kind: "private",
    title: peer.fullname,
    image: null,
    peer,
    members_count: 2,
    role: "member",
    last_message: messageOf(4),
    unread: 0,
    last_seq: 4,
    last_read_seq: 4,
    last_change: 0,
    peers_read_seq: 0,
    peers_delivered_seq: 0,
    muted: false,
    pinned: false,
    draft: "",
    draft_version: 0,
    ...changes,
  };
}

/** A message to chat 7 on its way. */
export function outgoingOf(changes: Partial<Outgoing> = {}): Outgoing {
  return {
    kind: "private",
    chatId: 7,
    clientId: "00000000-0000-4000-8000-0000000000aa",
    text: "on its way",
    mentions: [],
    reply: null,
    forward: null,
    attachments: [],
    createdAt: "2025-11-20T13:00:00.000Z",
    state: "pending",
    failure: null,
    transient: false,
    ...changes,
  };
}
