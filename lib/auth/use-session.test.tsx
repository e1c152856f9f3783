// @vitest-environment jsdom
import type { EventEmitter } from "node:events";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerCalls, type SentRequest } from "#lib/testing/answer-calls.ts";
import { api } from "#lib/api/api-client.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { userQuery } from "#lib/auth/queries.ts";
import { useSession } from "#lib/auth/use-session.ts";
import {
  clearToken,
  readIntent,
  readToken,
  writeIntent,
  writeToken,
} from "#lib/browser/cookies.ts";
import { getRuntimeConfig } from "#lib/config/runtime-config.ts";
import { runtimeConfigGlobal } from "#lib/config/schema.ts";
import { messageBody } from "#lib/http/schema.ts";
import { surfaceOrigins } from "#lib/site/surfaces.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

const madina = { ...memberSample, id: 1, fullname: "Юсупова Мадина" };
const kim = { ...memberSample, id: 2, fullname: "Ким Вера" };
const memberOf: Record<string, typeof madina> = { "of-madina": madina, "of-kim": kim };

let client: QueryClient;
let requests: SentRequest[];
/** Whose each message is that reached the server. */
const senders = () =>
  requests
    .filter(({ call }) => call === "POST /message")
    .map((sent) => memberOfRequest(sent)?.fullname ?? "a visitor");
/** How often the page was loaded anew, which jsdom does not do but reports. */
let reloads: number;
declare const jsdom: { virtualConsole: EventEmitter };
jsdom.virtualConsole
  .removeAllListeners("jsdomError")
  .on("jsdomError", ({ type }: { type: string }) => {
    if (type === "not-implemented") reloads += 1;
  });

/** Whether the network takes longer than any test. */
let isSlow: boolean;
/** Whether the network answers every call by its own login page. */
let isBehindPortal: boolean;

const memberOfRequest = ({ headers }: RequestInit) =>
  memberOf[new Headers(headers).get("Authorization")?.replace("Bearer ", "") ?? ""];

beforeEach(() => {
  vi.stubGlobal(runtimeConfigGlobal, {
    rootDomain: "kampus.localhost",
    scheme: "http",
    port: "",
    accountDomains: ["kampus.example"],
    brand: "Kampus",
  });
  reloads = 0;
  isSlow = false;
  isBehindPortal = false;
  requests = answerCalls(async (call) => {
    if (isSlow) await new Promise(() => undefined);
    if (isBehindPortal) return new Response("<html>");
    if (call !== "GET /user") return { body: { message: "Готово" } };
    const asking = requests.findLast((sent) => sent.call === call);
    return { body: { data: asking && memberOfRequest(asking) } };
  });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  clearToken();
});

/** Another tab changes the cookie, which this tab, hidden, does not hear of. */
const inAnotherTab = {
  signIn: (token: string) => (document.cookie = `token=${token}; path=/; domain=kampus.localhost`),
  signOut: () => (document.cookie = "token=; max-age=0; path=/; domain=kampus.localhost"),
};

const sendMessage = () => api.post("/api/ru/message", messageBody, { text: "Салом" });

const failToSend = async () => {
  const failure = await act(() => sendMessage().catch((thrown: unknown) => thrown));
  expect(failure).toMatchObject({ name: "ApiFailure", status: false });
};

async function open(token: string | null) {
  if (token === null) clearToken();
  else writeToken(token);
  client = createQueryClient();
  const page = renderHook(useSession, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <NextIntlClientProvider locale="ru" messages={{}}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </NextIntlClientProvider>
    ),
  });
  const status = token === null ? "unauthenticated" : "authenticated";
  await waitFor(() => expect(page.result.current.status).toBe(status));
  return page.result;
}

it("a message that waits in a hidden tab is never sent as the next member's, and that tab is loaded anew", async () => {
  await open("of-madina");
  inAnotherTab.signOut();
  inAnotherTab.signIn("of-kim");
  await failToSend();
  await failToSend();
  expect(senders()).toEqual([]);
  expect(reloads).toBe(1);
  expect(readToken()).toBe("of-kim");
});

it("a tab shows nobody until it is loaded anew, though this browser knows who has signed in in another", async () => {
  await open("of-kim");
  const storedByOtherTab = localStorage.getItem("member") ?? "";
  cleanup();
  const page = await open("of-madina");
  localStorage.setItem("member", storedByOtherTab);
  inAnotherTab.signIn("of-kim");
  await failToSend();
  const { queryKey } = userQuery("ru", "of-kim");
  await waitFor(() => expect(client.getQueryState(queryKey)?.fetchFailureCount).toBeGreaterThan(0));
  expect(page.current.status).toBe("undetermined");
  expect(reloads).toBe(1);
});

it("a hidden tab learns by its next call that its member has signed out, and gets no call of the next member's", async () => {
  const page = await open("of-madina");
  inAnotherTab.signOut();
  await failToSend();
  expect(page.current).toMatchObject({ status: "unauthenticated", ended: true });
  inAnotherTab.signIn("of-kim");
  await failToSend();
  expect(senders()).toEqual([]);
  expect(reloads).toBe(1);
});

it("a visitor's tab acts for whoever signs in in another tab, once it has noticed", async () => {
  const page = await open(null);
  await act(sendMessage);
  inAnotherTab.signIn("of-kim");
  await failToSend();
  await waitFor(() => expect(page.current).toMatchObject({ status: "authenticated", user: kim }));
  await act(sendMessage);
  expect(senders()).toEqual(["a visitor", kim.fullname]);
  expect(reloads).toBe(0);
});

it("a page that signs in acts for the new member at once, also after another has signed out in it", async () => {
  const page = await open("of-madina");
  await act(() => page.current.signOut());
  expect(page.current).toMatchObject({ status: "unauthenticated", byChoice: true });
  await act(() => {
    page.current.signIn({ token: "of-kim", user: kim });
    return sendMessage();
  });
  expect(page.current).toMatchObject({ status: "authenticated", user: kim });
  await act(sendMessage);
  expect(senders()).toEqual([kim.fullname, kim.fullname]);
  expect(reloads).toBe(0);
});

it("a sign-out forgets where its member was going, so that nobody else is led there", async () => {
  const page = await open("of-madina");
  writeIntent("subdomain=chat&path=%2Fprivate%2F7");
  await act(() => page.current.signOut());
  expect(readIntent()).toBe("");
});

it("a sign-out in a tab whose member has left before does not end the session of the next", async () => {
  const page = await open("of-madina");
  inAnotherTab.signIn("of-kim");
  await act(() => page.current.signOut());
  expect(readToken()).toBe("of-kim");
  expect(requests.map(({ call }) => call)).toEqual(["GET /user"]);
});

it("a member who signs in while a sign-out still waits for the server stays signed in", async () => {
  const page = await open("of-madina");
  const leaving = act(() => page.current.signOut());
  inAnotherTab.signIn("of-kim");
  await leaving;
  expect(readToken()).toBe("of-kim");
});

it("on a slow network a member is signed out after 8 s, and the browser is still cleared, but not of the next member's data", async () => {
  const page = await open("of-madina");
  vi.useFakeTimers();
  isSlow = true;
  const before = requests.length;
  await act(async () => {
    const leaving = page.current.signOut();
    await vi.advanceTimersByTimeAsync(8000);
    await leaving;
  });
  expect(page.current).toMatchObject({ status: "unauthenticated", byChoice: true });
  const left = requests.slice(before);
  expect(left.map(({ call }) => call)).toEqual([
    "POST /api/logout",
    ...surfaceOrigins(getRuntimeConfig()).map((origin) => `POST ${origin}/api/forget`),
  ]);
  expect(left.every(({ keepalive, signal }) => keepalive && !signal?.aborted)).toBe(true);
  act(() => page.current.signIn({ token: "of-kim", user: kim }));
  const clearing = left.filter(({ call }) => call.endsWith("/api/forget"));
  expect(clearing.every(({ signal }) => signal?.aborted)).toBe(true);
});

it("a page opens for the member who was signed in here last while a network answers in place of the server", async () => {
  await open("of-madina");
  cleanup();
  isBehindPortal = true;
  const page = await open("of-madina");
  expect(page.current).toMatchObject({ user: madina });
});

it("a page on which the session is not known yet calls with the session of the browser", async () => {
  inAnotherTab.signIn("of-kim");
  await sendMessage();
  expect(senders()).toEqual([kim.fullname]);
});
