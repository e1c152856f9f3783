import { sql } from "kysely";
import { comingBirthdays } from "#server/birthdays/coming-birthdays.ts";
import type { SharedDeps } from "#server/compose/shared-deps.ts";
import { comingEvents } from "#server/events/coming-events.ts";
import { newestRequests } from "#server/friends/home-requests.ts";
import type { HomeSources } from "#server/home/greet-member.ts";
import { unreadChats } from "#server/messenger/chats/unread-chats.ts";
import { fewSuggestions } from "#server/people/suggestions/few.ts";
import { ownPeriods, type Periods } from "#server/people/suggestions/own-periods.ts";
import { tiesPart } from "#server/people/ties.ts";

/** The home page reads several features at once. */
export const homeSources = ({
  db,
  persons,
  fileUrl,
}: Pick<SharedDeps, "db" | "persons" | "fileUrl">): HomeSources<Periods> => ({
  db,
  persons,
  ownPeriods: (readerId) => ownPeriods(db, readerId),
  newestRequests: (readerId, own, names) =>
    newestRequests(db, persons, readerId, tiesPart(db, persons, { readerId, own, names })),
  unreadChats: (reader) => unreadChats({ db, persons, fileUrl }, reader),
  suggest: (asked) => fewSuggestions(db, persons, asked),
  coming: (reader, timeZone) => {
    const events = comingEvents(db, reader);
    const birthdays = comingBirthdays(db, persons, { id: reader.id, timeZone });
    return {
      column: sql`json_build_object('events', ${events.column}, 'birthdays', ${birthdays.column})`,
      read: (value) => {
        const found = value as Record<"events" | "birthdays", unknown>; // the type of the column above
        // The page shows the first of them; many birthdays must not hide an event that begins soon.
        return [
          ...events.read(found.events).map((each) => ({ kind: "event" as const, ...each })),
          ...birthdays
            .read(found.birthdays)
            .map((each) => ({ kind: "birthday" as const, ...each })),
        ];
      },
    };
  },
});
