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
