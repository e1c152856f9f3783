/** Statements that fill a database with members who write to each other. */

/** Confirmed members from 1 to `count`; `surname` and `searchName` are expressions of SQL in which n is the number. */
export const membersStatement = (
  count: number,
  { surname, searchName } = { surname: "'Каримов'", searchName: "'karimov'" },
) => `INSERT INTO users (surname, name, patronymic, search_name, email, password_hash, verified_at, locale)
  SELECT ${surname}, 'Алишер', 'Бахтиёрович', ${searchName}, 'bench' || n || '@kampus.example', 'none', now(), 'ru'
  FROM generate_series(1, ${count}) AS n`;

/** A session of the first member. */
export const sessionStatement = (
  token: string,
) => `INSERT INTO sessions (token_hash, user_id, expires_at, user_agent, ip)
  VALUES (sha256('${token}'), 1, now() + interval '1000 days', 'bench', '127.0.0.1')`;

/** Both members of every private chat, who have read nothing. */
export const chatMembersStatement = `INSERT INTO chat_members (chat_id, user_id, opened)
  SELECT id, unnest(ARRAY[private_low, private_high]), true FROM chats`;

/** Groups of as many members each, in their order, who have read nothing. */
export const groupMembersStatement = (
  membersEach: number,
) => `INSERT INTO chat_members (chat_id, user_id, opened)
  SELECT (id - 1) / ${membersEach} + 1, id, true FROM users`;

/**
 * Private chats of the first member with those after them, all read, newest first; the first chat is the long one. Its
 * members are those of `membersStatement`.
 */
export const privateChatsStatements = ({
  chats,
  longMessages,
  shortMessages,
}: Record<"chats" | "longMessages" | "shortMessages", number>) => [
  `INSERT INTO chats (kind, private_low, private_high, last_seq, last_message_at)
    SELECT 'private', 1, n + 1, CASE n WHEN 1 THEN ${longMessages} ELSE ${shortMessages} END,
      now() - make_interval(mins => n)
    FROM generate_series(1, ${chats}) AS n ORDER BY n`,
  `INSERT INTO chat_members (chat_id, user_id, opened, last_read_seq, seen_seq)
    SELECT id, unnest(ARRAY[private_low, private_high]), true, last_seq, last_seq FROM chats`,
  `INSERT INTO messages (chat_id, seq, author_id, client_id, text, created_at)
    SELECT id, seq, CASE WHEN seq % 3 = 0 THEN 1 ELSE private_high END, gen_random_uuid(),
      'Чат ' || id || ', сообщение ' || seq || '.' || repeat(' ещё немного слов', seq % 7),
      now() - make_interval(secs => (last_seq - seq) * 20)
    FROM chats, generate_series(1, last_seq) AS seq`,
];
