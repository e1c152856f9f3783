/** The operator's announcements to all members for a time (D-ANNOUNCED). */
import { locales } from "#lib/i18n/locales.ts";
import { type Command, type Given, readTime, UsageFault } from "#server/admin/command.ts";
import { minute } from "#server/admin/output.ts";
import {
  endAnnouncement,
  insertAnnouncement,
  listAnnouncements,
} from "#server/announcements/repository.ts";
import { plainLine } from "#server/infra/plain-line.ts";
import { StartFault } from "#server/infra/start-fault.ts";

/** Fits in a bar of two or three lines on a phone. */
const announcementMax = 200;
const rowsMax = 500;

/** @throws {UsageFault} for a text that is too long for a bar */
function textsOf(given: Given): Record<string, string> {
  const texts = locales.map((locale) => [locale, plainLine(given.required(locale))] as const);
  const long = texts.filter(([, text]) => [...text].length > announcementMax);
  if (long.length > 0)
    throw new UsageFault(long.map(([name]) => `--${name}: at most ${announcementMax} characters`));
  return Object.fromEntries(texts);
}

export const announcementCommands: Command[] = [
  {
    name: "announcements",
    summary: "what members are shown, and what waits for its time",
    options: {
      all: { summary: "those that have ended, too" },
      limit: { value: "NUMBER", summary: "so many, 50 unless given" },
    },
    example: "announcements --all",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan(given) {
      const page = { all: given.flag("all"), limit: given.number("limit", rowsMax) ?? 50 };
      return async ({ trx, output }) => {
        output.list(await listAnnouncements(trx, page), {
          columns: [
            { title: "id", width: 5, of: ({ id }) => String(id) },
            { title: "from (UTC)", width: 17, of: ({ starts_at }) => minute(starts_at) },
            { title: "until (UTC)", width: 17, of: ({ ends_at }) => minute(ends_at) },
            { title: "text", width: 0, of: ({ texts }) => Object.values(texts)[0] ?? "" },
          ],
          empty: "No announcements",
        });
      };
    },
  },
  {
    name: "announcements add",
    summary: "shows a text to all members for a time, in a bar that they can close",
    options: {
      ...Object.fromEntries(
        locales.map((locale) => [
          locale,
          { value: "TEXT", summary: `in the language ${locale}`, isRequired: true },
        ]),
      ),
      from: { value: "TIME", summary: "when it begins, e.g. 2027-03-01T12:00 (UTC); else now" },
      until: { value: "TIME", summary: "when it ends", isRequired: true },
    },
    example: `announcements add ${locales.map((locale) => `--${locale} "…"`).join(" ")} --until 2027-03-01T06:00`,
    alsoFor: [],
    writes: true,
    plan(given) {
      const texts = textsOf(given);
      const from = given.text("from");
      const startsAt = from === undefined ? null : readTime("from", from);
      const endsAt = readTime("until", given.required("until"));
      if (startsAt && startsAt >= endsAt) throw new UsageFault(["--until: that is before --from"]);
      return async ({ trx, output, note }) => {
        const past = new StartFault(["--until must lie in the future"]);
        if (endsAt.getTime() <= Date.now()) throw past;
        const { id, will_be_shown } = await insertAnnouncement(trx, { texts, startsAt, endsAt });
        if (!will_be_shown) throw past;
        note(`announcement ${id}`);
        output.done(`Added announcement ${id}, until ${minute(endsAt)} (UTC)`);
      };
    },
  },
  {
    name: "announcements end",
    words: "ID",
    summary: "shows it to nobody from now on",
    example: "announcements end 3",
    alsoFor: [],
    writes: true,
    plan(given) {
      const [id = 0] = given.ids("an announcement");
      return async ({ trx, output, note }) => {
        if (!(await endAnnouncement(trx, id)))
          throw new StartFault([`there is no announcement ${id} that goes on`]);
        note(`announcement ${id}`);
        output.done(`Ended announcement ${id}`);
      };
    },
  },
];
