import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { backendUrl, createDispatcher } from "#server/http/dispatch.ts";

const rootDomain = "kampus.uz";

/** The receiver of a request: the back end, the pages or nobody. */
function dispatched(host: string | undefined, url: string, headers = {}, mediaUrl?: string) {
  let taken = "refused";
  const request = { url, headers: { host, ...headers } } as unknown as IncomingMessage;
  const response = {
    setHeader: () => response,
    writeHead: () => response,
    end: () => response,
  } as unknown as ServerResponse;
  createDispatcher({
    rootDomain,
    mediaUrl,
    headers: {},
    limitScale: 1,
    stopping: { isStopping: () => false, watch: () => undefined },
    backend: () => (taken = "backend"),
    pages: () => (taken = "pages"),
  })(request, response);
  return { taken, request };
}

describe("a request", () => {
  it.each([
    ["kampus.uz", "/", "pages"],
    ["site.kampus.uz:443", "/ru/login", "pages"],
    ["CHAT.kampus.UZ", "/ru", "pages"],
    ["profile.kampus.uz.", "/_next/static/x.js", "pages"],
    ["profile.kampus.uz", "/apix", "pages"],
    ["profile.kampus.uz", "/messenger", "pages"],
    ["profile.kampus.uz", "/healthz/x", "pages"],
    ["profile.kampus.uz", "/api", "backend"],
    ["profile.kampus.uz", "/api?x", "backend"],
    ["profile.kampus.uz", "/api/ru/user", "backend"],
    ["chat.kampus.uz", "/messenger/chats/all", "backend"],
    ["kampus.uz", "/config.js?v=1", "backend"],
    ["api.kampus.uz", "/", "backend"],
    ["chat.kampus.uz", "/files/images/x/full.webp", "backend"],
    ["chat.kampus.uz", "/filesx", "pages"],
    ["media.example", "/files/images/x/full.webp", "refused"],
    ["messenger.kampus.uz", "/chats/all", "backend"],
    ["mail.kampus.uz", "/", "backend"],
    ["anything", "/healthz", "backend"],
    [undefined, "/readyz?x", "backend"],
    ["anything", "/", "refused"],
    ["kampus.uz.evil.example", "/api/ru/user", "refused"],
    ["evilkampus.uz", "/api/ru/user", "refused"],
    [undefined, "/", "refused"],
  ])("to %s%s goes to: %s", (host, url, expected) => {
    expect(dispatched(host, url).taken).toBe(expected);
  });

  it.each([
    ["media.example", "/files/images/x/full.webp", "backend"],
    ["MEDIA.example.:8443", "/files/media/x/file?download", "backend"],
    ["media.example", "/healthz", "backend"],
    ["media.example", "/", "refused"],
    ["media.example", "/files", "refused"],
    ["media.example", "/ru/login", "refused"],
    ["media.example", "/api/ru/user", "refused"],
    ["media.example", "/messenger/chats/all", "refused"],
    ["media.example", "/config.js", "refused"],
    ["media.example", "http://chat.kampus.uz/files/x", "refused"],
    ["kampus.uz", "/ru/login", "pages"],
  ])("where files have a host of their own, to %s%s goes to: %s", (host, url, expected) => {
    expect(dispatched(host, url, {}, "https://media.example:8443").taken).toBe(expected);
  });

  it("never tells Next that its middleware has run", () => {
    const { request } = dispatched("kampus.uz", "/ru/users/1", {
      "x-middleware-subrequest": "middleware",
    });
    expect(request.headers).toEqual({ host: "kampus.uz" });
  });
});

describe("the messenger host", () => {
  it.each([
    ["/chats/all?q=x", "/messenger/chats/all?q=x"],
    ["/", "/messenger/"],
    ["/apix", "/messenger/apix"],
    ["/messengers", "/messenger/messengers"],
    ["/messenger/chats/all", "/messenger/chats/all"],
    ["/api/languages", "/api/languages"],
    ["/healthz", "/healthz"],
    ["/readyz?x", "/readyz?x"],
    ["/config.js", "/config.js"],
    ["/files/images/x/full.webp", "/files/images/x/full.webp"],
  ])("reads %s as %s", (url, expected) => {
    const headers = { host: "messenger.kampus.uz:3000" };
    expect(backendUrl({ url, headers }, rootDomain)).toBe(expected);
  });

  it("is the only host whose paths are read so", () => {
    expect(backendUrl({ url: "/chats/all", headers: { host: "chat.kampus.uz" } }, rootDomain)).toBe(
      "/chats/all",
    );
  });
});

it("a request that comes while the server stops is answered, and its connection ends with that", () => {
  const set: Record<string, string> = {};
  const response = {
    setHeader: (field: string, value: string) => (set[field] = value),
    once: () => undefined,
  } as unknown as ServerResponse;
  let letIn = 0;
  createDispatcher({
    rootDomain,
    headers: { "x-frame-options": "DENY" },
    limitScale: 1,
    stopping: { isStopping: () => true, watch: () => undefined },
    backend: () => (letIn += 1),
    pages: () => expect.unreachable("it is no page"),
  })(
    { url: "/api/en/user", headers: { host: rootDomain } } as unknown as IncomingMessage,
    response,
  );
  expect(letIn).toBe(1);
  expect(set).toMatchObject({ connection: "close", "x-frame-options": "DENY" });
});
