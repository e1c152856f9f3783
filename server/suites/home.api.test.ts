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

/** Moves the member's visits into the past by so many minutes. */
const visitedAgo = ({ id }: SignedInMember, minutes: number) =>
  kampus.db
    .insertInto("home_visits")
    .values({
      user_id: id,
      seen_at: new Date(Date.now() - 2 * minutes * 60_000),
      visited_at: new Date(Date.now() - minutes * 60_000),
    })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet((eb) => ({
        seen_at: eb.ref("excluded.seen_at"),
        visited_at: eb.ref("excluded.visited_at"),
      })),
    )
    .execute();

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

describe("the newcomers of a class", () => {
  it("are members who entered it since the last visit, newest first, with their number", async () => {
    await past.studied(me, institution, [2004, 2014]);
    await visitedAgo(me, 60);
    const newcomers = await insertMembers(kampus, [{}, {}, {}, {}, {}]);
    for (const newcomer of newcomers) await past.studied(newcomer, institution, [2005, 2014]);
    await past.studied(other, institution, [2005, 2015]);
    const { class_news } = await home();
    expect(class_news).toMatchObject([
      { object: { id: institution }, key: "2014", end: 2014, start: null, total: 5 },
    ]);
    expect(class_news[0]?.people).toHaveLength(4);
    expect(newcomers.map(({ id }) => id)).toEqual(
      expect.arrayContaining(class_news[0]?.people.map(({ id }) => id) ?? []),
    );
  });

  it("stay the same on a reload, and are refreshed at the next visit", async () => {
    await past.studied(me, institution, [2004, null]);
    await visitedAgo(me, 60);
    await past.studied(other, institution, [2004, null]);
    const news = [
      { key: "since-2004", start: 2004, end: null, people: [{ id: other.id }], total: 1 },
    ];
    expect((await home()).class_news).toMatchObject(news);
    expect((await home()).class_news).toMatchObject(news);
    await kampus.db
      .updateTable("home_visits")
      .set({ visited_at: new Date(Date.now() + 1_000 - 31 * 60_000) })
      .where("user_id", "=", me.id)
      .execute();
    await kampus.db
      .updateTable("educations")
      .set({ created_at: new Date(Date.now() - 40 * 60_000) })
      .where("user_id", "=", other.id)
      .execute();
    expect((await home()).class_news).toEqual([]);
  });

  it("are empty at the first visit, though two tabs come at once", async () => {
    await past.studied(me, institution, [2004, 2014]);
    await past.studied(other, institution, [2004, 2014]);
    const both = await Promise.all([home(), home()]);
    expect(both.map(({ class_news }) => class_news)).toEqual([[], []]);
  });

  it.each(["blocked", "unverified", "deleted"] as const)(
    "never include a member who is %s",
    async (what) => {
      await past.studied(me, institution, [2004, 2014]);
      await visitedAgo(me, 60);
      await past.studied(other, institution, [2004, 2014]);
      if (what === "blocked") await profiles.block(other, me);
      if (what === "deleted") await kampus.updateMember(other, { deleted_at: new Date() });
      if (what === "unverified") await kampus.updateMember(other, { verified_at: null });
      const { class_news, invite, suggestions } = await home();
      expect([class_news, suggestions, invite?.total]).toEqual([[], [], 1]);
    },
  );
});

describe("the class to invite to", () => {
  it("is the latest that is not complete, counted with the member", async () => {
    await past.studied(me, institution, [1994, 2004]);
    await past.studied(me, institution + 40, [2004, 2008]);
    const crowd = await insertMembers(
      kampus,
      Array.from({ length: 30 }, () => ({})),
    );
    await past.allStudied(
      institution + 40,
      crowd.map((member) => ({ member, years: [2004, 2008] })),
    );
    await past.studied(other, institution, [1994, 2004]);
    expect((await home()).invite).toMatchObject({
      object: { id: institution },
      key: "2004",
      total: 2,
    });
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
  const greeting = await greetMember(sources, { id: me.id, locale: "ru" });
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
