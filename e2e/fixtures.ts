import {
  type BrowserContext,
  expect,
  type Page,
  type Response,
  test as base,
} from "@playwright/test";
import { createTranslator } from "use-intl/core";
import { openJourneyKampus } from "#e2e/journey-kampus.ts";
import type { Kampus } from "#e2e/kampus.ts";
import { type Member, newMember, type PersonName, sessionCookie } from "#e2e/members.ts";
import { hrefOf, type Route } from "#lib/routes.ts";
import en from "#messages/en.json" with { type: "json" };
import ru from "#messages/ru.json" with { type: "json" };
import uz from "#messages/uz.json" with { type: "json" };
import uzCyrl from "#messages/uz-Cyrl.json" with { type: "json" };

const messages = { ru, uz, en, "uz-Cyrl": uzCyrl };
export type Locale = keyof typeof messages;
export const languageNames: Record<Locale, string> = {
  ru: "Русский",
  uz: "Oʻzbekcha",
  en: "English",
  "uz-Cyrl": "Ўзбекча",
};

/** The texts of the interface in a language. */
export const textsOf = (locale: Locale) => createTranslator({ locale, messages: messages[locale] });
type Texts = ReturnType<typeof textsOf>;

/** The language of the running journey; a process runs one journey at a time. */
let language: Locale = "ru";
export const journeyLocale = (): Locale => language;

/** A text of the interface in the language of the running journey. */
export const text = ((...asked: Parameters<Texts>) => textsOf(language)(...asked)) as Texts; // keeps the methods' types

/** Absolute address of a page. */
export type Addresses = (route: Route, locale?: Locale) => string;

interface Fixtures {
  at: Addresses;
  /** A page in a browser of its own, at `route` if one is given. At the end no script may have failed in it. */
  newPage: (route?: Route, locale?: Locale) => Promise<Page>;
  /** The same for a member who is signed in on every surface; a name makes a new member. */
  pageOf: (member: Pick<Member, "token"> | PersonName, route?: Route) => Promise<Page>;
  /** Signs the page's browser in on every surface. */
  signIn: (page: Page, member: Pick<Member, "token">) => Promise<void>;
  /** When true, the journey runs in English on the wide screen; otherwise it always runs in Russian. */
  localeByWidth: boolean;
  setLocale: undefined;
  serverLog: undefined;
}

/** What a step needs to make members and open pages for them. */
export type Journey = Pick<Fixtures, "pageOf"> & { kampus: Kampus };

export const test = base.extend<Fixtures, { kampus: Kampus }>({
  kampus: [
    async ({}, provide, workerInfo) => {
      await using opened = await openJourneyKampus(workerInfo);
      await provide(opened.kampus);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  at: async ({ kampus }, provide) => {
    await provide((route, locale = language) => hrefOf(kampus.deployment, locale, route));
  },
  localeByWidth: [false, { option: true }],
  setLocale: [
    async ({ localeByWidth }, provide, testInfo) => {
      language = localeByWidth && testInfo.project.name === "wide" ? "en" : "ru";
      await provide(undefined);
    },
    { auto: true },
  ],
  newPage: async ({ browser, at }, provide) => {
    const contexts: BrowserContext[] = [];
    const faults: string[] = [];
    await provide(async (route, locale) => {
      const context = await browser.newContext();
      context.on("weberror", (fault) => faults.push(String(fault.error().stack)));
      contexts.push(context);
      const page = await context.newPage();
      if (route) await page.goto(at(route, locale));
      return page;
    });
    for (const context of contexts) await context.close();
    expect(faults, "errors of scripts in the pages").toEqual([]);
  },
  pageOf: async ({ kampus, at, newPage, signIn }, provide) => {
    await provide(async (who, route) => {
      const page = await newPage();
      await signIn(page, "token" in who ? who : await newMember(kampus, who));
      if (route) await page.goto(at(route));
      return page;
    });
  },
  signIn: async ({ kampus }, provide) => {
    await provide(async (page, member) => {
      await page.context().addCookies([sessionCookie(kampus, member)]);
    });
  },
  serverLog: [
    async ({ kampus }, provide, testInfo) => {
      await provide(undefined);
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach("server", { body: kampus.output, contentType: "text/plain" });
    },
    { auto: true },
  ],
});

/** Runs a change, and waits until the server has acknowledged it: a reload before that could lose it. */
export async function stored(page: Page, act: () => Promise<void>): Promise<Response> {
  const answered = page.waitForResponse(
    (response) => response.request().method() !== "GET" && !response.url().includes("/socket.io/"),
  );
  await act();
  const response = await answered;
  expect(response.ok()).toBe(true);
  return response;
}

export { expect } from "@playwright/test";
