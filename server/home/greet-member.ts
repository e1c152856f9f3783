/** Reads all blocks of the home page in four statements (docs/decisions.md, D-HOME). */
import type { Person } from "#lib/auth/schema.ts";
import type { Tie } from "#lib/auth/tie-schema.ts";
import type { Coming, Home, HomeChat, HomeSuggestion } from "#lib/home/schema.ts";
import type { Persons } from "#server/auth/person.ts";
import { type AnswerPart, askTogether } from "#server/db/answer-part.ts";
import type { Db } from "#server/db/database.ts";
import { classesPart } from "#server/home/classes.ts";
import { noteHomeVisit } from "#server/home/visit.ts";
import type { Reader } from "#server/plugins/session.ts";

const suggestedMax = 3;

/**
 * The reads that the home page needs of other features. `Periods`: where the member studied and worked, as suggestions
 * need it.
 */
export interface HomeSources<Periods> {
  db: Db;
  persons: Persons;
  ownPeriods: (readerId: number) => AnswerPart<Periods>;
  /** `names`: those of the institutions in `own`. */
  newestRequests: (
    readerId: number,
    own: Periods,
    names: Map<number, string>,
  ) => AnswerPart<{ newest: { person: Person; created_at: string; ties: Tie[] }[]; total: number }>;
  unreadChats: (reader: Reader) => AnswerPart<{ newest: HomeChat[]; total: number }>;
  suggest: (asked: {
    readerId: number;
    own: Periods;
    names: Map<number, string>;
    max: number;
  }) => Promise<HomeSuggestion[]>;
  /** Events and birthdays of the next days. */
  coming: (reader: Reader, timeZone: string | null) => AnswerPart<Coming[]>;
}

export async function greetMember<Periods>(
  sources: HomeSources<Periods>,
  reader: Reader,
  isRefresh: boolean,
): Promise<Home> {
  const { db, persons } = sources;
  const visit = await noteHomeVisit(db, reader, sources.ownPeriods(reader.id), isRefresh);
  const { seenAt, classes, names, periods, missing, timeZone } = visit;
  const asked = { readerId: reader.id, own: periods, names, max: suggestedMax };
  const [[requests, chats, ofClasses, coming], suggestions] = await Promise.all([
    askTogether(db, [
      sources.newestRequests(reader.id, periods, names),
      sources.unreadChats(reader),
      classesPart(db, persons, { readerId: reader.id, classes, seenAt }),
      sources.coming(reader, timeZone),
    ]),
    sources.suggest(asked),
  ]);
  return {
    requests: requests.newest.map(({ person, ...request }) => ({ ...person, ...request })),
    requests_total: requests.total,
    chats: chats.newest,
    unread_total: chats.total,
    coming,
    class_news: ofClasses.news,
    suggestions,
    invite: ofClasses.invite,
    missing,
  };
}
