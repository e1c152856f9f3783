/**
 * What a screen asks at its start, in one request. `/config.js` sends it while the scripts of the page are still on
 * their way, and the API client takes the answers over, so that a slow phone waits for both at the same time.
 */
import type { Surface } from "#lib/site/surfaces.ts";

/** The global that `/config.js` sets. Another form of it needs another name, since browsers keep older scripts. */
export const earlyCallsGlobal = "__KAMPUS_EARLY_ANSWERS__";

/** An answer as a call of its own would have had it. */
export interface EarlyAnswer {
  status: number;
  body: unknown;
}

type EarlyAnswers = Record<string, EarlyAnswer | undefined>;

interface EarlyCalls {
  token: string;
  /** In milliseconds since the epoch. */
  sentAt: number;
  /** The paths that were asked for. */
  asked: string[];
  abort: () => void;
  /** By path; without answers when the request failed or was given up. */
  answers: Promise<EarlyAnswers>;
}

declare global {
  interface Window {
    [earlyCallsGlobal]?: EarlyCalls;
  }
}

/** What every screen of a member asks; `{locale}` is the language of the page. */
export const earlyForAll = [
  "/api/{locale}/settings",
  "/api/{locale}/user",
  "/messenger/new/messages",
  "/api/{locale}/profile/friends/counts",
];

interface EarlyScreen {
  /** Matches the path after the language, without a trailing slash. */
  pattern: string;
  /** What the screen asks besides; `$1` and `$2` are the groups of the pattern. */
  paths: string[];
}

/** First calls of the most opened screens. */
export const earlyScreens: Record<Surface, EarlyScreen[]> = {
  site: [
    {
      pattern: "",
      paths: [
        "/api/{locale}/home",
        "/api/{locale}/categories",
        "/api/{locale}/objects",
        "/api/{locale}/objects/popular",
      ],
    },
  ],
  profile: [
    {
      pattern: "",
      paths: [
        "/api/{locale}/profile/statistics",
        "/api/{locale}/profile/setting/educations",
        "/api/{locale}/profile/setting/jobs",
        "/api/{locale}/profile/setting/images/list?page=1",
        "/api/{locale}/profile/media/list",
        "/api/{locale}/profile/friends/active",
      ],
    },
    {
      pattern: "/users/(\\d+)",
      paths: [
        "/api/{locale}/user/$1",
        "/api/{locale}/user/$1/profile/educations",
        "/api/{locale}/user/$1/profile/jobs",
        "/api/{locale}/user/$1/profile/images?page=1",
        "/api/{locale}/user/$1/profile/media",
        "/api/{locale}/user/$1/profile/friends",
      ],
    },
    { pattern: "/friends", paths: ["/api/{locale}/profile/friends/active"] },
    {
      pattern: "/friends/find",
      paths: [
        "/api/{locale}/users",
        "/api/{locale}/users/suggestions",
        "/api/{locale}/profile/setting/educations",
      ],
    },
    {
      pattern: "/objects/(\\d+)",
      paths: [
        "/api/{locale}/objects/$1",
        "/api/{locale}/profile/setting/educations",
        "/api/{locale}/objects/$1/classes",
        "/api/{locale}/objects/$1/members",
      ],
    },
    {
      pattern: "/objects/(\\d+)/classes/((?:since-)?\\d{4})",
      paths: [
        "/api/{locale}/objects/$1/classes/$2",
        "/api/{locale}/objects/$1/classes",
        "/api/{locale}/objects/$1/classes/$2/members",
        "/api/{locale}/objects/$1/classes/$2/events",
      ],
    },
  ],
  chat: [
    { pattern: "", paths: ["/messenger/chats/all"] },
    {
      pattern: "/(private|group)/(\\d+)",
      paths: ["/messenger/chats/all", "/messenger/chats/$1/$2", "/messenger/$1/getMessages/$2"],
    },
  ],
};

/** The paths of the first calls of a screen; `path` is that of the page after the language. */
export function earlyPathsOf(surface: Surface, locale: string, path: string): string[] {
  const own = earlyScreens[surface].flatMap(({ pattern, paths }) => {
    const groups = new RegExp(`^${pattern}$`).exec(path);
    if (!groups) return [];
    return paths.map((each) => each.replace(/\$(\d)/g, (_, at) => groups[Number(at)] ?? ""));
  });
  return [...earlyForAll, ...own].map((each) => each.replace("{locale}", locale));
}

/** A screen that is opened later than this after the request asks anew. */
const earlyWithinMs = 10_000;
/** A call waits this long for the early answers. Then their request is given up, and each call asks for itself. */
const waitMsMax = 2_000;

/**
 * The answer to a call that `/config.js` has asked for, once; undefined when it has not asked for it, or for another
 * session. Fails when it was not answered.
 */
export function takeEarlyAnswer(path: string, token: string | null): Promise<Response> | undefined {
  const early = window[earlyCallsGlobal];
  if (early?.token !== token || !early.asked.includes(path)) return undefined;
  if (Date.now() - early.sentAt > earlyWithinMs) return undefined;
  const giveUp = setTimeout(early.abort, waitMsMax);
  return early.answers.then((answers) => {
    clearTimeout(giveUp);
    const answer = answers[path];
    if (!answer) throw new Error("not answered early");
    answers[path] = undefined;
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
}

/** Must be called before each write, which the answers do not know of. */
export function dropEarlyAnswers(): void {
  window[earlyCallsGlobal] = undefined;
}
