import { expect, test } from "#e2e/fixtures.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { LedgerDevice, type LedgerChat, readAfter, writeOnce } from "#e2e/ledger.ts";
import { call, type Member, newMember } from "#e2e/members.ts";
import { chatCreated, type Message } from "#lib/messenger/contract/schema.ts";

const writers = 50;
const messagesOfWriter = 200;
const kills = 5;
const signingUpAtOnce = 10;

/** Acknowledged messages by chat: client_id → seq. */
type Ledger = Map<LedgerChat, Map<string, number>>;

test("10,000 messages of 50 writers outlive five kills: each is there once, in one order for all", async ({
  kampus,
}) => {
  test.setTimeout(180_000);
  const members = await signUp(kampus);
  const [first] = members;
  if (!first) throw new Error("there are writers");
  const group = await openGroup(kampus, members);
  const pairs = await openPairs(kampus, members);
  const devices = [...members.slice(0, 5).map((member) => new LedgerDevice(kampus, member, group))];
  devices.push(new LedgerDevice(kampus, first, pairs[0] ?? group));

  const ledger: Ledger = new Map(
    [group, ...pairs].map((chat) => [chat, new Map<string, number>()]),
  );
  let acknowledged = 0;
  const writeAll = async (author: Member, index: number) => {
    for (let count = 0; count < messagesOfWriter; count += 1) {
      const chat = count % 2 === 0 ? group : (pairs[Math.floor(index / 2)] ?? group);
      const message = await writeOnce(kampus, author, chat, `${author.id} ${count}`);
      ledger.get(chat)?.set(message.client_id, message.seq);
      acknowledged += 1;
    }
  };
  const writing = Promise.all(members.map(writeAll));
  for (let kill = 1; kill <= kills; kill += 1) {
    const due = (writers * messagesOfWriter * kill) / (kills + 1);
    await expect.poll(() => acknowledged, { timeout: 60_000 }).toBeGreaterThan(due);
    await kampus.restart("SIGKILL");
  }
  await writing;

  for (const [chat, acknowledgedSeqs] of ledger) {
    const readers = chat === group ? members.slice(0, 4) : membersOf(chat, members, pairs);
    const [stored = [], ...others] = await Promise.all(
      readers.map((reader) => readAfter(kampus, reader, chat)),
    );
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
    expect(new Map(stored.map(({ client_id, seq }) => [client_id, seq]))).toEqual(acknowledgedSeqs);
    expect(stored.length).toBe(acknowledgedSeqs.size);
    for (const other of others) expect(idsOf(other)).toEqual(idsOf(stored));
    expectOrderOfAuthors(stored);
    if (chat === group || chat === pairs[0])
      for (const device of devices.filter((each) => each.chatId === chat.id)) {
        await expect.poll(() => device.lastSeq).toBe(stored.length);
        expect(idsOf(device.messages)).toEqual(idsOf(stored));
      }
  }
  for (const device of devices) device.close();
});

const idsOf = (messages: Message[]) => messages.map(({ client_id }) => client_id);

/** Expects the messages of each author in the order in which they were written. */
function expectOrderOfAuthors(messages: Message[]): void {
  for (const own of Map.groupBy(messages, ({ author }) => author.id).values()) {
    const counts = own.map(({ text }) => Number(text.split(" ")[1]));
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  }
}

async function signUp(kampus: Kampus): Promise<Member[]> {
  const members: Member[] = [];
  while (members.length < writers)
    members.push(
      ...(await Promise.all(
        Array.from({ length: signingUpAtOnce }, () =>
          newMember(kampus, { surname: "Рахимов", name: "Жасур", patronymic: "Олимович" }),
        ),
      )),
    );
  return members;
}

async function openGroup(kampus: Kampus, members: Member[]): Promise<LedgerChat> {
  const [owner, first, ...others] = members;
  if (!owner || !first) throw new Error("a group has members");
  const body = { title: "Курс", members: others.map(({ id }) => id) };
  const path = `/messenger/group/create/chat/${first.id}`;
  return {
    x: "group",
    id: chatCreated.parse(await call(kampus, owner, "POST", path, body)).data.id,
  };
}

/** Pairs of neighbours: the first and the second, the third and the fourth, … */
async function openPairs(kampus: Kampus, members: Member[]): Promise<LedgerChat[]> {
  const pairs: LedgerChat[] = [];
  for (let index = 0; index < members.length; index += 2) {
    const [one, other] = members.slice(index, index + 2);
    if (!one || !other) throw new Error("a pair has two");
    const path = `/messenger/private/create/chat/${other.id}`;
    const { id } = chatCreated.parse(await call(kampus, one, "POST", path)).data;
    pairs.push({ x: "private", id });
  }
  return pairs;
}

const membersOf = (chat: LedgerChat, members: Member[], pairs: LedgerChat[]) =>
  members.slice(2 * pairs.indexOf(chat), 2 * pairs.indexOf(chat) + 2);
