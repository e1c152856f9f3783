/**
 * The calls that a screen begins with. `/config.js` sends them while the scripts of the page are still on their way, and
 * the API client takes the answers over, so that a slow phone waits for both at the same time.
 */
import type { Surface } from "#lib/site/surfaces.ts";

/** The global that `/config.js` sets. */
export const earlyCallsGlobal = "__KAMPUS_EARLY__";

interface EarlyCalls {
  token: string;
  /** In milliseconds since the epoch. */
  sentAt: number;
  answers: Record<string, Promise<Response> | undefined>;
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
  site: [{ pattern: "", paths: ["/api/{locale}/home"] }],
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
  ],
  chat: [
    { pattern: "", paths: ["/messenger/chats/all"] },
    {
      pattern: "/(private|group)/(\\d+)",
      paths: ["/messenger/chats/all", "/messenger/$1/getMessages/$2"],
    },
  ],
};

/** A screen that is opened later asks anew. */
const takenWithinMs = 10_000;

/** The answer that `/config.js` has asked for, once; undefined when it has not, or for another session. */
export function takeEarlyAnswer(path: string, token: string | null): Promise<Response> | undefined {
  const early = window[earlyCallsGlobal];
  const answer = early?.answers[path];
  if (!early || !answer) return undefined;
  early.answers[path] = undefined;
  const isFresh = early.token === token && Date.now() - early.sentAt < takenWithinMs;
  return isFresh ? answer : undefined;
}

/** Must be called before each write, which the answers do not know of. */
export function dropEarlyAnswers(): void {
  window[earlyCallsGlobal] = undefined;
}
