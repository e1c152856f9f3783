import { beforeEach, describe, expect, it } from "vitest";
import type { Home } from "#lib/home/schema.ts";
import { createPersons } from "#server/auth/person.ts";
import { homeSources } from "#server/compose/home-sources.ts";
import { createAddressSigning } from "#server/http/address-signing.ts";
import { fileUrlsOn } from "#server/http/file-url.ts";
import { greetMember } from "#server/home/greet-member.ts";
import { exportVisit, forgetVisit } from "#server/home/visit.ts";
import { dataFrom } from "#server/testing/answers.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();
const past = testPast(kampus);
const profiles = testProfiles(kampus);
const messenger = testMessenger(kampus);
let me: SignedInMember;
let other: SignedInMember;
/** An institution without members, for each test. */
let institution = 1;
beforeEach(async () => {
  institution += 1;
  [me, other] = await signedInMembers(kampus, 2);
});

const get = (token?: string, locale = "ru") =>
  kampus.get(`/api/${locale}/home`, token === undefined ? {} : { token });

const home = ({ token }: SignedInMember = me, locale = "ru") => dataFrom<Home>(get(token, locale));

describe("access to the home page", () => {
  it("is refused to a visitor, and to a member who has not confirmed their address", async () => {
    const unverified = await oneMember(kampus, { verified: false });
    const answers = [await get(), await get("nonsense"), await get(unverified.token)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 403]);
    expect(answers[2]?.json()).toMatchObject({ code: "not_verified" });
  });
});

describe("a member without any data", () => {
  it("gets only what their profile lacks", async () => {
    expect(await home()).toEqual({
      requests: [],
      requests_total: 0,
      chats: [],
      unread_total: 0,
      coming: [],
      class_news: [],
      suggestions: [],
      invite: null,
      missing: ["images", "educations", "jobs", "friends"],
    });
  });

  it("is no longer asked for parts that they have entered", async () => {
    await past.studied(me, institution, [2004, 2014]);
    await past.worked(me, "Узбекнефтегаз", [2015, null], 1726);
    await profiles.addImage(me);
    await profiles.befriend(me, other);
    expect((await home()).missing).toEqual([]);
  });
});

describe("requests", () => {
  it("are the three newest, with the total and where the two studied", async () => {
    const askers = await insertMembers(kampus, [{}, {}, {}, {}]);
    for (const asker of askers) await profiles.ask(asker, me);
    const [newest] = askers.slice(-1);
    await past.studied(me, institution, [2004, 2014]);
    if (newest) await past.studied(newest, institution, [2004, 2014]);
    const { requests, requests_total } = await home();
    expect([requests_total, requests.length]).toEqual([4, 3]);
    expect(requests[0]).toMatchObject({
      id: newest?.id,
      fullname: newest?.fullname,
      ties: [{ kind: "classmate", object: { id: institution }, start: 2004, end: 2014 }],
    });
    expect(requests[0]?.ties[0]).toHaveProperty("object.name", expect.stringMatching(/\p{L}/u));
    expect(requests.slice(1).every(({ ties }) => ties.length === 0)).toBe(true);
  });

  it("exclude those of deleted accounts, and the member's own", async () => {
    await profiles.ask(me, other);
    const [gone] = await insertMembers(kampus, [{}]);
    await profiles.ask(gone, me);
    await kampus.updateMember(gone, { deleted_at: new Date() });
    expect(await home()).toMatchObject({ requests: [], requests_total: 0 });
  });
});

describe("unread chats", () => {
  it("are the three newest with their last message, and the total counts them all", async () => {
    const others = await signedInMembers(kampus, 4);
    for (const [index, each] of others.entries()) {
      const chat = await messenger.open(each, me);
      await messenger.say(each, chat.id, `Салом ${index}`);
      await messenger.say(each, chat.id, `Как дела ${index}`);
    }
    const { chats, unread_total } = await home();
    expect(unread_total).toBe(8);
    expect(
      chats.map(({ peer, unread, last_message }) => [peer?.id, unread, last_message?.text]),
    ).toEqual(
      others
        .toReversed()
        .slice(0, 3)
        .map(({ id }, index) => [id, 2, `Как дела ${3 - index}`]),
    );
  });

  it("exclude read chats, and those in which the member alone has written", async () => {
    const chat = await messenger.open(other, me);
    const { seq } = await messenger.say(other, chat.id);
    await messenger.read(me, chat.id, seq);
    await messenger.say(me, chat.id);
    expect(await home()).toMatchObject({ chats: [], unread_total: 0 });
  });

  it("name a group by its title, and show nothing of a deleted member", async () => {
    const third = await oneMember(kampus);
    await profiles.befriend(third, me);
    await profiles.befriend(third, other);
    const group = await messenger.group(third, "11-Б", [me, other]);
    await messenger.say(third, group.id, "Встречаемся?", "group");
    expect((await home()).chats).toMatchObject([
      { kind: "group", title: "11-Б", peer: null, last_message: { author: { id: third.id } } },
    ]);
    await kampus.updateMember(third, { deleted_at: new Date() });
    expect((await home(me, "en")).chats).toMatchObject([
      { last_message: { author: { fullname: "Deleted member" } } },
    ]);
  });
});

it("the whole answer takes four statements, however much it contains", async () => {
  await past.studied(me, institution, [2004, 2014]);
  await past.worked(me, "Завод Тошкент", [2015, null], 1726);
  await past.studied(other, institution, [2004, 2014]);
  await profiles.ask(other, me);
  const third = await oneMember(kampus);
  await past.studied(third, institution, [2004, 2014]);
  const chat = await messenger.open(third, me);
  await messenger.say(third, chat.id);
  let statements = 0;
  const db = kampus.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      statements += 1;
      return Promise.resolve(result);
    },
  });
  const fileUrl = fileUrlsOn(undefined, createAddressSigning(""));
  const sources = homeSources({ db, fileUrl, persons: createPersons(db, fileUrl) });
  const greeting = await greetMember(sources, { id: me.id, locale: "ru" }, false);
  expect(greeting).toMatchObject({ requests_total: 1, unread_total: 1, suggestions: [{}] });
  expect(statements).toBe(4);
});

it("the archive of a member has their visits, and their purge forgets them", async () => {
  await home();
  const archived = async () => {
    for await (const { name, content } of exportVisit(kampus.db)({ id: me.id, locale: "ru" }))
      for await (const piece of content ?? []) return [name, JSON.parse(String(piece)) as unknown];
    return [];
  };
  const moment = expect.any(String) as string;
  expect(await archived()).toEqual(["home-visit.json", { seen_at: moment, visited_at: moment }]);
  await forgetVisit(kampus.db, me.id);
  expect(await archived()).toEqual(["home-visit.json", null]);
});
