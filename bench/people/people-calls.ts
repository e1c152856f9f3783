/** The calls that find people, as members make them; the mix of a kind is the same in every database. */
import { z } from "zod";
import type { Ask } from "#bench/members-site.ts";
import { crowd } from "#bench/people/class-crowd.ts";

export interface PeopleCall {
  name: string;
  /** What its 99th percentile is held to. */
  p99MaxMs: number;
  /** Takes the next of its mix. */
  paths: string[];
  /** The seeded members who ask in turn. */
  by: number[];
  /** How many statements it may take, besides the one that says who asks. */
  statementsMax?: number;
}

const searchMaxMs = 50;
const suggestionsMaxMs = 100;
const friendsMaxMs = 10;
const home = { paths: ["home"], p99MaxMs: 30, statementsMax: 4 };
const classMaxMs = 50;

/** The first has 5,000 friends. */
const popular = 1;
const ordinary = [2, 1234, 4321, 7007, 9876];
export const askers = [popular, ...ordinary];

/** @throws when one of the databases, given by their numbers of members, lacks a member who asks. */
export function requireAskers(...members: number[]): void {
  const last = Math.max(...askers);
  const short = members.find((count) => count < last);
  if (short !== undefined)
    throw new Error(`BENCH_PEOPLE: ${short} members are too few, for member ${last} asks too`);
}

const searches = {
  "one word, typed so far": ["q=k", "q=kar", "q=Дил", "q=Али", "q=rah", "q=Юсуп", "q=сер", "q=ism"],
  "full name, in any order": [
    "q=Karimov Aziz",
    "q=Madina Saidova",
    "q=Иван Смирнов",
    "q=Rustamovich Sardor Umarov",
    "q=Попова Анна",
  ],
  "name in the other script": ["q=Каримов", "q=Дильшод", "q=Ivanova", "q=Фаррух", "q=Smirnov"],
  "name and region": ["q=kar&region_id=1726", "q=Али&region_id=1718", "q=ol&region_id=1703"],
  "institution and years": [
    "object_id=1&start=2000&end=2004",
    "object_id=20&start=1990&end=1999",
    "object_id=77&start=2010",
  ],
  "sphere and position": ["sphere_id=1&position_id=101", "sphere_id=2", "position_id=103"],
};

const classes = `objects/${crowd.objectId}/classes`;
const classCalls: PeopleCall[] = [
  ["an institution", `objects/${crowd.objectId}`],
  ["classes of an institution", classes],
  ["a class", `${classes}/${crowd.year}`],
  ["roster of a class", `${classes}/${crowd.year}/members`],
  ["roster of a study group", encodeURI(`${classes}/${crowd.year}/members?group=ИТ-204`)],
  ["members of an institution", `objects/${crowd.objectId}/members`],
].map(([name = "", path = ""]) => ({ name, p99MaxMs: classMaxMs, paths: [path], by: ordinary }));

/** How many pages come before the page that is called deep. */
const pagesBefore = 20;
const deepQuery = "q=k";

const list = z.object({ meta: z.object({ next: z.string().nullable() }) });

export async function peopleCalls(ask: Ask): Promise<PeopleCall[]> {
  const searched = Object.entries(searches).map(([name, queries]): PeopleCall => ({
    name: `search: ${name}`,
    p99MaxMs: searchMaxMs,
    paths: queries.map((query) => encodeURI(`users?${query}`)),
    by: ordinary,
  }));
  const cursor = await deepCursor(ask);
  const friends = "first page of 5,000 friends";
  return [
    ...searched,
    {
      name: `search: page ${pagesBefore + 1}, by its cursor`,
      p99MaxMs: searchMaxMs,
      paths: [`users?${deepQuery}&cursor=${cursor}`],
      by: ordinary,
    },
    {
      name: "suggestions",
      p99MaxMs: suggestionsMaxMs,
      paths: ["users/suggestions"],
      by: ordinary,
    },
    {
      name: "suggestions to one with 5,000 friends",
      p99MaxMs: suggestionsMaxMs,
      paths: ["users/suggestions"],
      by: [popular],
    },
    { ...home, name: "home", by: ordinary },
    { ...home, name: "home of one with 5,000 friends", by: [popular] },
    { name: friends, p99MaxMs: friendsMaxMs, paths: ["profile/friends/active"], by: [popular] },
    {
      name: `${friends}, of another`,
      p99MaxMs: friendsMaxMs,
      paths: ["user/1/profile/friends"],
      by: ordinary,
    },
    {
      name: "search among 5,000 friends, nobody found",
      p99MaxMs: searchMaxMs,
      paths: ["profile/friends/active?q=wxyz"],
      by: [popular],
    },
    ...classCalls,
    {
      name: "how many friends and requests",
      p99MaxMs: friendsMaxMs,
      paths: ["profile/friends/counts"],
      by: [popular],
    },
  ];
}

async function deepCursor(ask: Ask): Promise<string> {
  let cursor = "";
  for (let page = 0; page < pagesBefore; page += 1) {
    const { meta } = list.parse(
      await ask("GET", `users?${deepQuery}${cursor && `&cursor=${cursor}`}`),
    );
    if (meta.next === null) throw new Error(`${deepQuery} finds no ${pagesBefore} pages`);
    cursor = meta.next;
  }
  return cursor;
}
