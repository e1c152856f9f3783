/** The calls that find people and that a profile is made of, as members make them; the mix of a kind is the same in every database. */
import { z } from "zod";
import type { Ask } from "#bench/members-site.ts";
import { crowd } from "#bench/people/class-crowd.ts";

export interface PeopleCall {
  name: string;
  /** What its 99th percentile is held to; a call of a profile is held to the ratio alone. */
  p99MaxMs?: number;
  /** Takes the next of its mix. */
  paths: string[];
  /** The seeded members who ask in turn. */
  by: number[];
  /** How many statements it may take, besides the one that says who asks. */
  statementsMax?: number;
  method?: "POST";
  body?: object;
  /** Reverts what the call changed, given its answer; this is not measured. */
  undo?: (ask: Ask, answer: unknown) => Promise<unknown>;
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

/** `ask` is that of the popular member. */
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
    ...(await profileCalls(ask)),
  ];
}

async function profileCalls(ask: Ask): Promise<PeopleCall[]> {
  const ids = z.object({ data: z.tuple([z.object({ id: z.int() })], z.unknown()) });
  const firstIn = async (list: string) => ids.parse(await ask("GET", list)).data[0].id;
  const params = `${setting}/params`;
  const paths = [
    `${setting}/educations`,
    `${setting}/educations/${await firstIn(`${setting}/educations`)}/edit`,
    `${setting}/jobs`,
    `${setting}/jobs/${await firstIn(`${setting}/jobs`)}/edit`,
    `${setting}/images/list`,
    "profile/media/list",
    "profile/statistics",
    "user/2",
    "user/2/statistics",
    "user/2/profile/educations",
    "user/2/profile/jobs",
    "user/2/profile/images",
    "user/2/profile/media",
    `${params}/establishments`,
    `${params}/regions`,
    `${params}/regions?parent_id=1726`,
    `${params}/objects?establishment_id=1&region_id=1726&q=nat`,
    `${params}/start`,
    `${params}/end?start=2010`,
    `${params}/spheres`,
    `${params}/positions?sphere_id=1`,
  ];
  return [
    ...paths.map((path): PeopleCall => ({ name: `GET ${path}`, paths: [path], by: [popular] })),
    adding("educations", studies),
    adding("jobs", works),
  ];
}

const setting = "profile/setting";
/** A university in a district, and a position in a sphere, of data/. */
const studies = { establishment_id: 1, region_id: 1726280, object_id: 1, start: 2009, end: 2013 };
const works = { sphere_id: 1, position_id: 101, region_id: 1726, company: "Школа", start: 2014 };
const added = z.object({ data: z.object({ id: z.int() }) });

function adding(kind: "educations" | "jobs", body: object): PeopleCall {
  const path = `${setting}/${kind}`;
  return {
    name: `POST ${path}`,
    method: "POST",
    paths: [path],
    body,
    by: [popular],
    undo: (ask, answer) => ask("DELETE", `${path}/${added.parse(answer).data.id}`),
  };
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
