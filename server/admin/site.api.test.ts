/** The operator's commands on the site: settings, languages, announcements and statistics. */
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import settings from "#data/settings.json" with { type: "json" };
import { locales } from "#lib/i18n/locales.ts";
import { openReportsQuery, sampleQuery } from "#server/admin/statistics-commands.ts";
import { bringUpToDate } from "#server/services.ts";
import { dataFrom } from "#server/testing/answers.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testOperator } from "#server/testing/test-operator.ts";

const kampus = kampusForFile();
const operator = (...words: string[]) => testOperator(kampus)(...words);

describe("settings", () => {
  afterEach(() => kampus.db.deleteFrom("set_settings").execute());
  const telegramIn = async (locale: string) =>
    (await dataFrom<{ telegram: string }>(kampus.get(`/api/${locale}/settings`))).telegram;

  it("that are set in a language are served by a running node at once, and other languages stay", async () => {
    await operator("settings", "set", "telegram", "https://t.me/other", "--locale", "uz");
    expect(await telegramIn("uz")).toBe("https://t.me/other");
    expect(await telegramIn("ru")).toBe(settings.ru.telegram);
  });

  it("that are set override the file after a restart too, until they are unset", async () => {
    await operator("settings", "set", "telegram", "");
    await bringUpToDate(kampus.db);
    for (const locale of locales) expect(await telegramIn(locale)).toBe("");
    await operator("settings", "unset", "telegram");
    expect(await telegramIn("en")).toBe(settings.en.telegram);
    await expect(operator("settings", "unset", "telegram")).rejects.toThrow(/is not set here/);
  });

  it("a language without settings in the file uses what is set in the default language", async () => {
    await kampus.db.deleteFrom("site_settings").where("locale", "=", "en").execute();
    await operator("settings", "set", "telegram", "https://t.me/ru", "--locale", "ru");
    expect(await telegramIn("en")).toBe("https://t.me/ru");
    await operator("settings", "set", "telegram", "https://t.me/en", "--locale", "en");
    expect(await telegramIn("en")).toBe("https://t.me/en");
    await bringUpToDate(kampus.db);
  });

  it("are shown with their source", async () => {
    await operator("settings", "set", "email", "help@kampus.example", "--locale", "ru");
    const lines = await operator("settings", "--locale", "ru");
    expect(lines).toContainEqual(expect.stringMatching(/^ru +email +set +help@kampus\.example$/));
    expect(lines).toContainEqual(expect.stringMatching(/^ru +telegram +file +https/));
  });

  it.each([
    [["telegram", "javascript:alert(1)"], /https:\/\//],
    [["email", "nobody"], /mail address/],
    [["fax", "1"], /is not one of email, facebook/],
    [["telegram"], /VALUE is missing/],
    [["telegram", "", "--locale", "de"], /is not one of ru/],
  ])("are not set to nonsense: %j", async (words, fault) => {
    await expect(operator("settings", "set", ...words)).rejects.toThrow(fault);
    expect(await telegramIn("ru")).toBe(settings.ru.telegram);
  });
});

describe("languages", () => {
  it("are listed, with the number of missing texts", async () => {
    const list = await operator("languages");
    for (const locale of locales) expect(list.join("\n")).toContain(` ${locale} `);
    const rows = JSON.parse((await operator("languages", "check", "en", "--json")).join("\n")) as {
      file: string;
      missing: number;
      total: number;
    }[];
    expect(rows.find(({ file }) => file === "messages/en.json")).toMatchObject({ missing: 0 });
    expect(rows.find(({ file }) => file === "data/institutions.json")?.total).toBeGreaterThan(100);
    await expect(operator("languages", "check", "de")).rejects.toThrow(/is not one of ru/);
  });
});

describe("an announcement", () => {
  const texts = locales.flatMap((locale) => [`--${locale}`, `Работы "ночью" \\ ${locale}`]);
  const add = async (...times: string[]) => {
    const [line = ""] = await operator("announcements", "add", ...texts, ...times);
    return /announcement (\d+)/.exec(line)?.[1] ?? "";
  };
  const shown = async () => {
    await kampus.app.refreshAnnouncement();
    const { body } = await kampus.get("/config.js");
    return /"announcement":\{"id":(\d+)/.exec(body)?.[1];
  };

  it("is in the script that every page begins with from its start to its end, and costs no request", async () => {
    expect(await shown()).toBeUndefined();
    const later = await add("--from", "2099-01-01", "--until", "2099-02-01");
    expect(await shown()).toBeUndefined();
    const now = await add("--until", "2099-03-01T06:00");
    expect(await shown()).toBe(now);
    const list = await operator("announcements");
    expect(list.map((line) => line.split(" ")[0])).toEqual(["id", now, later]);
    await operator("announcements", "end", now);
    expect(await shown()).toBeUndefined();
    await expect(operator("announcements", "end", now)).rejects.toThrow(/that goes on/);
    await operator("announcements", "end", later);
    expect(await operator("announcements")).toEqual(["No announcements"]);
    expect(await operator("announcements", "--all")).toHaveLength(3);
  });

  it("may have 200 emoji, each of which counts as one character", async () => {
    const id = await add("--until", "2099-03-01", "--en", "🎉".repeat(200));
    await operator("announcements", "end", id);
  });

  it("stays visible while the database is away", async () => {
    const id = await add("--until", "2099-03-01");
    expect(await shown()).toBe(id);
    await kampus.db.schema.alterTable("announcements").renameTo("away").execute();
    await expect(kampus.app.refreshAnnouncement()).rejects.toThrow();
    expect((await kampus.get("/config.js")).body).toContain(`"announcement":{"id":${id}`);
    await sql`ALTER TABLE away RENAME TO announcements`.execute(kampus.db);
    await operator("announcements", "end", id);
  });

  it.each([
    [["--until", "2001-01-01"], /must lie in the future/],
    [["--from", "2099-02-01", "--until", "2099-01-01"], /before --from/],
    [["--from", "soon", "--until", "2099-01-01"], /a time such as/],
    [["--until", "2099-02-29"], /a time such as/],
    [["--until", "2099-01-01", "--en", "a".repeat(201)], /at most 200/],
    [["--until", "2099-01-01", "--en", " "], /--en is missing/],
  ])("is not made of nonsense: %j", async (times, fault) => {
    await expect(add(...times)).rejects.toThrow(fault);
    expect(await operator("announcements")).toEqual(["No announcements"]);
  });
});

describe("statistics", () => {
  it("count members, messages and storage", async () => {
    const before = await figures();
    const member = await kampus.member();
    await kampus.signUp();
    await kampus.updateMember(member, { last_seen_at: sql<Date>`now() - interval '3 days'` });
    const after = await figures();
    const grown = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]);
    expect(Object.fromEntries(grown)).toMatchObject({
      members: 2,
      "confirmed members": 1,
      "active in 1 day": 1,
      "active in 7 days": 2,
      "active in 30 days": 2,
      messages: 0,
      "messages in a day": 0,
      "open reports": 0,
    });
    expect(after["bytes of the database"]).toBeGreaterThan(1_000_000);
  });

  it.each([
    sampleQuery("users", 0.1, { members: sql`count(*)` }),
    sampleQuery("messages", 0.1, { messages: sql`count(*)` }),
    sampleQuery("media", 0.1, { files: sql`count(*)` }),
    openReportsQuery,
  ])("read no table that grows as a whole: %#", async (query) => {
    const plan = await kampus.db.transaction().execute(async (trx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      const { rows } = await sql<Record<string, string>>`EXPLAIN ${query}`.execute(trx);
      return rows.flatMap(Object.values).join("\n");
    });
    expect(plan).toMatch(/Sample Scan|Index/);
    expect(plan).not.toContain("Seq Scan");
  });

  async function figures(): Promise<Record<string, number>> {
    const json = (await operator("statistics", "--json")).join("\n");
    const rows = JSON.parse(json) as { name: string; value: number; isEstimate: boolean }[];
    expect(rows.map(({ isEstimate }) => isEstimate)).not.toContain(true);
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }
});
