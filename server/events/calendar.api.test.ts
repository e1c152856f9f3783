import { beforeEach, describe, expect, it } from "vitest";
import { hourMs } from "#server/infra/durations.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { testClass } from "#server/testing/data/test-events.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let school: Awaited<ReturnType<typeof testClass<2>>>;
let author: SignedInMember;
let mate: SignedInMember;
beforeEach(async () => {
  school = await testClass(kampus, 2);
  [author, mate] = school.members;
});

const icsOf = (id: number, { token }: SignedInMember) =>
  kampus.get(`/api/en/events/${id}.ics`, { token });
const say = (id: number, { token }: SignedInMember, answer: string) =>
  kampus.post(`/api/en/events/${id}/answer`, { answer }, { token });
const addressOf = async ({ token }: SignedInMember, method: "get" | "post" = "get") =>
  new URL(
    (
      await (method === "get"
        ? kampus.get("/api/en/calendar", { token })
        : kampus.post("/api/en/calendar", undefined, { token }))
    ).json<{ data: { url: string } }>().data.url,
  );
const follow = (address: URL) => kampus.get(address.pathname);

/** The unfolded lines, as a calendar program reads them. */
const linesOf = (file: string) => file.replace(/\r\n[ \t]/g, "").split("\r\n");
const valueOf = (file: string, name: string) =>
  linesOf(file)
    .find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
    ?.replace(/^[^:]*:/, "");
const titlesIn = (file: string) =>
  linesOf(file)
    .filter((line) => line.startsWith("SUMMARY:"))
    .map((line) => line.slice("SUMMARY:".length))
    .toSorted();

describe("the calendar file of an event", () => {
  it("is one event in UTC, with a stable id and the number of its changes", async () => {
    const event = await school.made(author, {
      start: "2028-03-26T00:30:00Z",
      end: "2028-03-26T02:30:00Z",
      time_zone: "Europe/Berlin",
    });
    const answer = await icsOf(event.id, mate);
    expect([answer.statusCode, answer.headers]).toMatchObject([
      200,
      {
        "content-type": "text/calendar; charset=utf-8",
        "content-disposition": `attachment; filename="kampus-event-${event.id}.ics"`,
      },
    ]);
    const lines = linesOf(answer.body);
    expect([lines.at(0), lines.at(-2), lines.at(-1)]).toEqual([
      "BEGIN:VCALENDAR",
      "END:VCALENDAR",
      "",
    ]);
    expect(lines).toEqual(
      expect.arrayContaining([
        "VERSION:2.0",
        `UID:event-${event.id}@kampus.localhost`,
        "SEQUENCE:0",
        "DTSTART:20280326T003000Z",
        "DTEND:20280326T023000Z",
        "STATUS:CONFIRMED",
        `URL;VALUE=URI:http://profile.kampus.localhost:3000/en/objects/${school.place.objectId}/classes/2014#event-${event.id}`,
      ]),
    );
    const change = { ...event, title: "Перенесли", text: "", place: "" };
    const { title, text, place, start, end, time_zone } = change;
    const body = { title, text, place, start, end, time_zone };
    await kampus.put(`/api/en/events/${event.id}`, body, { token: author.token });
    await kampus.delete(`/api/en/events/${event.id}`, { token: author.token });
    const cancelled = (await icsOf(event.id, mate)).body;
    expect(linesOf(cancelled)).toEqual(
      expect.arrayContaining([
        `UID:event-${event.id}@kampus.localhost`,
        "SEQUENCE:2",
        "STATUS:CANCELLED",
      ]),
    );
  });

  it("escapes control characters of the format and folds lines at 75 octets, between characters", async () => {
    const text = `Возьмите: паспорт; фото, деньги\\мелочь\nи 👩‍👩‍👧‍👦 ${"🎓".repeat(60)}\n\nEND:VEVENT`;
    const event = await school.made(author, {
      title: "Встреча; 20 лет, «ура» \\o/ 🎉",
      text,
      place: "Чайхана, 2-й этаж; вход со двора",
    });
    const { rawPayload, body } = await icsOf(event.id, mate);
    for (const line of rawPayload.toString("latin1").split("\r\n"))
      expect(line.length).toBeLessThanOrEqual(75);
    for (const line of body.split("\r\n")) expect(line).not.toContain("\ufffd");
    expect(body.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(valueOf(body, "SUMMARY")).toBe(String.raw`Встреча\; 20 лет\, «ура» \\o/ 🎉`);
    expect(valueOf(body, "LOCATION")).toBe(String.raw`Чайхана\, 2-й этаж\; вход со двора`);
    expect(valueOf(body, "DESCRIPTION")).toBe(
      String.raw`Возьмите: паспорт\; фото\, деньги\\мелочь\nи 👩‍👩‍👧‍👦 ${"🎓".repeat(60)}\n\nEND:VEVENT`,
    );
    expect(linesOf(body).filter((line) => line === "END:VEVENT")).toHaveLength(1);
  });
});

describe("the text of a calendar file", () => {
  it.each([
    ["a\r\nb\rc\u2028d", String.raw`a\nb\nc\nd`],
    ["END:VEVENT\r\nBEGIN:VEVENT", String.raw`END:VEVENT\nBEGIN:VEVENT`],
    [String.raw`\n is no break; \, \; \\`, String.raw`\\n is no break\; \\\, \\\; \\\\`],
    ['"quoted": a=b;c,d', String.raw`"quoted": a=b\;c\,d`],
    ["\u202bمرحبا\u202c, ҳаммага", "\u202bمرحبا\u202c\\, ҳаммага"],
  ])("has %j exactly as %j", async (text, escaped) => {
    const event = await school.made(author, { text });
    expect(valueOf((await icsOf(event.id, mate)).body, "DESCRIPTION")).toBe(escaped);
  });

  it("has neither a title nor a place of several lines", async () => {
    const event = await school.made(author, {
      title: "Встреча\r\nDTSTART:19700101T000000Z",
      place: "Дом\r\nATTACH:file:///etc/passwd",
    });
    const { body } = await icsOf(event.id, mate);
    expect(valueOf(body, "SUMMARY")).toBe("Встреча DTSTART:19700101T000000Z");
    expect(valueOf(body, "LOCATION")).toBe("Дом ATTACH:file:///etc/passwd");
    expect(linesOf(body).filter((line) => /^(?:ATTACH|DTSTART)/.test(line))).toHaveLength(1);
  });

  it.each([1, 2, 3, 4])(
    "is folded before 75 octets and never within a character, wherever characters of %i octets stand",
    async (octets) => {
      const letter = ["a", "я", "ᐁ", "🎓"][octets - 1] ?? "";
      for (let shift = 0; shift < 4; shift += 1) {
        const text = "x".repeat(shift) + letter.repeat(100);
        const event = await school.made(author, { text });
        const { rawPayload, body } = await icsOf(event.id, mate);
        const lines = rawPayload.toString("latin1").split("\r\n");
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(75);
          const bytes = Buffer.from(line, "latin1");
          expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).not.toThrow();
        }
        expect(valueOf(body, "DESCRIPTION")).toBe(text);
      }
    },
  );
});

describe("the calendar of a member", () => {
  it("contains the events of their classes that they have not declined, without a token", async () => {
    const [yes, no, silent] = await Promise.all(
      ["Иду", "Не иду", "Молчу"].map((title) => school.made(author, { title })),
    );
    await say(yes?.id ?? 0, mate, "going");
    await say(no?.id ?? 0, mate, "no");
    await kampus.delete(`/api/en/events/${silent?.id}`, { token: author.token });
    const answer = await follow(await addressOf(mate));
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
      200,
      "text/calendar; charset=utf-8",
    ]);
    expect(titlesIn(answer.body)).toEqual(["Иду", "Молчу"]);
    expect(valueOf(answer.body, "X-WR-CALNAME")).toBe("Kampus");
    expect(linesOf(answer.body)).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT1H");
    expect(linesOf(answer.body).filter((line) => line === "STATUS:CANCELLED")).toHaveLength(1);
  });

  it("contains neither events of other classes, nor those across a block, nor those of years ago", async () => {
    const other = await testClass(kampus, 1);
    const [stranger] = other.members;
    await other.made(stranger, { title: "Чужое" });
    const old = await school.made(mate, { title: "Давно" });
    await kampus.db
      .updateTable("class_events")
      .set({ starts_at: new Date(Date.now() - 100 * 24 * hourMs) })
      .where("id", "=", old.id)
      .execute();
    await school.made(author, { title: "За стеной" });
    await testProfiles(kampus).block(author, mate);
    await school.chat(mate);
    const answer = await follow(await addressOf(mate));
    expect([answer.statusCode, titlesIn(answer.body)]).toEqual([200, []]);
  });

  it("has the same address until that is renewed; then the former one stops working", async () => {
    const before = await addressOf(mate);
    expect(await addressOf(mate)).toEqual(before);
    expect(before.pathname).toMatch(/^\/api\/en\/calendar\/[\w-]{24,}\.ics$/);
    expect(before.pathname).not.toBe((await addressOf(author)).pathname);
    await Promise.all([addressOf(mate, "post"), addressOf(mate, "post")]);
    const after = await addressOf(mate);
    expect((await follow(before)).statusCode).toBe(404);
    expect((await follow(after)).statusCode).toBe(200);
    expect((await follow(await addressOf(author))).statusCode).toBe(200);
  });

  it("opens by no guessed address, and not for deleted or suspended accounts", async () => {
    const address = await addressOf(mate);
    const [, id = "", code = ""] = /(\d+)-([\w-]+)\.ics$/.exec(address.pathname) ?? [];
    for (const forged of [
      `${author.id}-${code}`,
      `${id}-${code.toLowerCase()}`,
      `${id}-${code.slice(1)}`,
      code,
      id,
      "0-AAAAAAAAAAAAAAAAAAAAAA",
      "x",
    ])
      expect((await kampus.get(`/api/en/calendar/${forged}.ics`)).statusCode).toBe(404);
    const suspended = { suspended_at: new Date(), suspended_until: null };
    for (const fate of [suspended, { suspended_at: null, deleted_at: new Date() }]) {
      await kampus.updateMember(mate, fate);
      expect((await follow(address)).statusCode).toBe(404);
    }
  });

  it("shows its address only to verified members", async () => {
    const unverified = await oneMember(kampus, { verified: false });
    for (const token of [undefined, unverified.token]) {
      const answers = [
        await kampus.get("/api/en/calendar", { ...(token && { token }) }),
        await kampus.post("/api/en/calendar", undefined, { ...(token && { token }) }),
      ];
      const status = token ? 403 : 401;
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status]);
    }
  });

  it("follows the member to an added class, and away from a removed one", async () => {
    const newcomer = await oneMember(kampus);
    await school.made(author, { title: "Встреча" });
    const address = await addressOf(newcomer);
    expect(titlesIn((await follow(address)).body)).toEqual([]);
    await testPast(kampus).studied(newcomer, school.place.objectId, [2003, 2014]);
    expect(titlesIn((await follow(address)).body)).toEqual(["Встреча"]);
    await kampus.db.deleteFrom("educations").where("user_id", "=", newcomer.id).execute();
    expect(titlesIn((await follow(address)).body)).toEqual([]);
  });
});
