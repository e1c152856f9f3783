/** Statements that may scan or sort what grows, each with its reason. */
import type { Statement } from "#bench/queries/recorded-statements.ts";

interface Exemption {
  /** The beginning of the name of the file that sends it. */
  source: string;
  /** What its text matches; unset, all of the file are meant. */
  text?: RegExp;
  reason: string;
}

const exemptions: Exemption[] = [
  {
    source: "server/db/migrations/",
    reason: "a migration fills its new column once, outside of requests",
  },
  {
    source: "server/db/one-at-a-time.ts",
    reason: "its tests prepare a table of their own within it",
  },
  {
    source: "server/db/partition-messages.ts",
    reason: "the operator takes messages apart once, while no node serves",
  },
  {
    source: "server/institutions/member-counts.ts",
    text: /^\s*WITH page\b/,
    reason: "a recount reads members by pages of 20,000, of which it sorts one at a time",
  },
  {
    source: "server/reference/object-references.ts",
    text: /^\s*SELECT id FROM users\b/,
    reason:
      "a merge by the operator locks all members of an institution, in the order of their ids",
  },
  { source: "server/seed/", reason: "a seeding fills a database that nobody uses yet" },
  {
    source: "server/reference/load-reference.ts",
    text: /\breferring\b/,
    reason: "the temporary table that it reads is there only while reference data is loaded",
  },
  {
    source: "server/reference/make-school.ts",
    text: /on conflict/i,
    reason:
      "PostgreSQL knows the index of the conflict only with the values, with which it is planned each time",
  },
  {
    source: "server/categories/",
    reason:
      "kinds, regions and institutions are reference data, and a node keeps the tree for a minute",
  },
  {
    source: "server/invitations/count-present.ts",
    text: /from "users" where [^)]*limit/i,
    reason: "it stops after 10,001 members, the answer to all visitors for an hour",
  },
  {
    source: "server/messenger/search/search-messages.ts",
    reason:
      "it sorts what matches in each chat, in a large one only where its newest messages do not fill the page; a member has one such search under way at a time",
  },
  {
    source: "server/people/search.ts",
    reason:
      "it sorts where a sample has shown that few match, of which the estimate knows nothing (npm run bench -- people)",
  },
];

export const exemptionOf = ({ source, text }: Statement): Exemption | undefined =>
  exemptions.find(
    (each) => source.startsWith(each.source) && (each.text === undefined || each.text.test(text)),
  );
