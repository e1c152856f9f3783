/** Pages that the server renders for their subject, so that a shared link has a preview (server/pages). */
import { LRUCache } from "lru-cache";
import { type ClassYears, readClassKey } from "#lib/members/class-key.ts";
import { routes } from "#lib/routes.ts";
import type { Db } from "#server/db/database.ts";
import type { Env } from "#server/env.ts";
import { addressBehind } from "#server/http/client-network.ts";
import { createWorkQueue } from "#server/infra/work-queue.ts";
import { translatorFor } from "#server/infra/translations.ts";
import { roundedDown } from "#server/institutions/public-face.ts";
import { findInstitution } from "#server/institutions/repository.ts";
import { createFindShared, invitationUrl } from "#server/invitations/shared-invitations.ts";
import { classNameIn } from "#server/messenger/class-chats/class-title.ts";
import type { PreparedFile } from "#server/pages/prepare.ts";
import type { MakePage } from "#server/pages/serve-pages.ts";
import { sharedPages, withTags } from "#server/pages/share-tags.ts";
import type { Limits } from "#server/plugins/limits.ts";

/** At most this many rendered pages are cached: 80 KB each, in all their codings. */
const madePagesMax = 200;
/** An institution may be renamed meanwhile. */
const madePagesLiveMs = 10 * 60_000;
/** A visitor who would wait longer than this for a page gets it as it was prerendered, without the words of its subject. */
const waitMsMax = 500;

type PagesEnv = Pick<Env, "deployment" | "brand" | "trustedProxies">;

/** By the folder of the prerendered page. */
export const madePages = (
  env: PagesEnv,
  db: Db,
  limits: Pick<Limits, "consume">,
): ReadonlyMap<string, MakePage> =>
  new Map([
    ...sharedPages(env),
    ["/profile/objects/_", institutionPage(env, db)],
    ["/profile/objects/_/classes/_", institutionPage(env, db)],
    ["/site/i/_", invitationPage(env, db, limits)],
  ]);

/** Visitors may ask for any number of pages, and compressing them takes the threads that passwords need. */
const turns = createWorkQueue({ atOnce: 1, usualMs: 30 });

/**
 * Returns a function that makes the page of a place, one at a time, unless it has been made. @throws {Failure}
 * `unavailable` where too many wait; the page is then sent as it was prerendered (server/pages/serve-pages.ts).
 */
function makeOnce() {
  const made = new LRUCache<string, PreparedFile>({ max: madePagesMax, ttl: madePagesLiveMs });
  return async (place: string, make: () => Promise<PreparedFile | undefined>) => {
    const known = made.get(place);
    if (known) return known;
    const release = turns.hold(waitMsMax);
    try {
      return await turns.run(async () => {
        const page = made.get(place) ?? (await make());
        if (page) made.set(place, page);
        return page;
      });
    } finally {
      release();
    }
  };
}

function institutionPage(env: PagesEnv, db: Db): MakePage {
  const once = makeOnce();
  return async (locale, path, page) => {
    const [, digits, key = ""] = /^\/objects\/(\d+)(?:\/classes\/([\w-]+))?$/.exec(path) ?? [];
    const id = Number(digits);
    const years = readClassKey(key);
    if (!id || (key !== "" && !years)) return undefined;
    return once(`${locale} ${id} ${key}`, async () => {
      const found = await findInstitution(db, locale, id);
      if (!found) return undefined;
      const { name, establishment, region } = found;
      const description = `${establishment.name} · ${region.name}`;
      const title = years ? classTitleOf(locale, years, name) : name;
      const shared = years
        ? { route: routes.class(id, key), filled: { title } }
        : { route: routes.institution(id), filled: { title, place: description } };
      return withTags(env, locale, page, { title, description, ...shared });
    });
  };
}

function classTitleOf(locale: string, years: ClassYears, institution: string): string {
  const t = translatorFor(locale);
  return t("Classes.title", { name: classNameIn(t, years), institution });
}

/**
 * The invitation is read each time, because a link may end at any moment; only the rendered page is cached. Each page
 * counts (D-INVITE), so that nobody guesses codes by pages. @throws {Failure} `too_many_requests`; the page is then sent
 * as it was prerendered.
 */
function invitationPage(env: PagesEnv, db: Db, limits: Pick<Limits, "consume">): MakePage {
  const findShared = createFindShared({ db, env, roundedDown });
  const once = makeOnce();
  const addressOf = addressBehind(env.trustedProxies);
  return async (locale, path, page, request) => {
    await limits.consume("invitationPage", addressOf(request));
    const code = /^\/i\/([\w-]+)$/.exec(path)?.[1] ?? "";
    const words = await findShared(locale, code);
    if (!words) return undefined;
    const url = invitationUrl(env.deployment, locale, code);
    const { shared: title, description, ...filled } = words;
    const tags = { title, description, route: url, picture: `${url}.png` };
    return once(JSON.stringify([url, words]), () =>
      withTags(env, locale, page, { ...tags, isTitle: true, filled }),
    );
  };
}
