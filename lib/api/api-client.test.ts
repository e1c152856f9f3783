// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { api } from "#lib/api/api-client.ts";
import { type ApiFailure, setClientTexts } from "#lib/api/api-failure.ts";
import { runtimeConfigGlobal } from "#lib/config/schema.ts";
import { readToken, writeToken } from "#lib/browser/cookies.ts";

const answer = z.object({ data: z.number() });
const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init);

function serve(respond: (request: RequestInit) => Promise<Response> | Response) {
  const fetching = vi.fn<typeof fetch>(async (_path, request = {}) => respond(request));
  vi.stubGlobal("fetch", fetching);
  return fetching;
}

async function failureOf(call: Promise<unknown>): Promise<ApiFailure> {
  return call.then(
    () => Promise.reject(new Error("the call succeeded")),
    (failure: unknown) => failure as ApiFailure,
  );
}

beforeEach(() => {
  window[runtimeConfigGlobal] = {
    rootDomain: "kampus.localhost",
    scheme: "http",
    port: "",
    accountDomains: ["kampus.example"],
    brand: "Kampus",
  };
  document.documentElement.lang = "uz";
  document.cookie = "token=; Max-Age=0; path=/; domain=kampus.localhost";
  setClientTexts({ offline: "no connection", unexpected: "strange answer" });
});

describe("a call", () => {
  it("carries the token from the cookie and the language of the page", async () => {
    const fetching = serve(() => json({ data: 1 }));
    document.cookie = "token=secret; path=/; domain=kampus.localhost";
    await api.post("/api/uz/things", answer, { name: "a" });
    const [path, init] = fetching.mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect(path).toBe("/api/uz/things");
    expect(headers.get("Authorization")).toBe("Bearer secret");
    expect(headers.get("Accept-Language")).toBe("uz");
    expect(headers.get("Content-Type")).toBe("application/json");
    expect(init?.body).toBe('{"name":"a"}');
  });

  it("sends cookies only where the server must recognise the device", async () => {
    const fetching = serve(() => json({ data: 1 }));
    await api.post("/api/x", answer, {});
    await api.post("/api/x", answer, {}, { asDevice: true });
    const sent = fetching.mock.calls.map(([, init]) => init?.credentials);
    expect(sent).toEqual(["omit", "same-origin"]);
  });

  it("returns the answer as its schema parses it", async () => {
    serve(() => json({ data: 5, secret: "x" }));
    expect(await api.get("/api/x", answer)).toEqual({ data: 5 });
  });

  it("keeps a form's own content type", async () => {
    const fetching = serve(() => json({ data: 1 }));
    await api.post("/api/x", answer, new FormData());
    expect(new Headers(fetching.mock.calls[0]?.[1]?.headers).has("Content-Type")).toBe(false);
  });
});

describe("a failed call", () => {
  it("reports the server's message, code and fields", async () => {
    serve(() =>
      json(
        { message: "Проверьте поля", code: "invalid", errors: { name: ["нет"] } },
        { status: 422 },
      ),
    );
    const failure = await failureOf(api.get("/api/x", answer));
    expect(failure).toMatchObject({
      message: "Проверьте поля",
      status: 422,
      code: "invalid",
      errors: { name: ["нет"] },
    });
  });

  it("has the status text as its message when the body is no error body of Kampus", async () => {
    serve(() => new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
    expect(await failureOf(api.get("/api/x", answer))).toMatchObject({
      message: "Bad Gateway",
      status: 502,
    });
  });

  it("has status false when no answer arrives", async () => {
    serve(() => Promise.reject(new TypeError("fetch failed")));
    expect(await failureOf(api.get("/api/x", answer))).toMatchObject({
      message: "no connection",
      status: false,
    });
  });

  it("is also raised for an answer that breaks the contract", async () => {
    serve(() => json({ data: "five" }));
    expect(await failureOf(api.get("/api/x", answer))).toMatchObject({
      message: "strange answer",
      code: "unexpected_answer",
    });
  });

  it("removes the token when the token is refused", async () => {
    document.cookie = "token=dead; path=/; domain=kampus.localhost";
    serve(() => json({ message: "Войдите", code: "unauthenticated" }, { status: 401 }));
    expect((await failureOf(api.get("/api/x", answer))).status).toBe(401);
    expect(document.cookie).not.toContain("dead");
  });

  it("keeps a token that another sign-in has stored meanwhile", async () => {
    document.cookie = "token=dead; path=/; domain=kampus.localhost";
    serve(() => {
      document.cookie = "token=fresh; path=/; domain=kampus.localhost";
      return json({ message: "Войдите", code: "unauthenticated" }, { status: 401 });
    });
    await failureOf(api.get("/api/x", answer));
    expect(readToken()).toBe("fresh");
  });

  it("rejects with an AbortError when the caller aborts it", async () => {
    const controller = new AbortController();
    serve(() => {
      controller.abort();
      return Promise.reject(controller.signal.reason as Error);
    });
    const failure = await failureOf(api.get("/api/x", answer, { signal: controller.signal }));
    expect(failure.name).toBe("AbortError");
  });
});

describe("a call that hangs", () => {
  const hang = () =>
    serve(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason as Error));
        }),
    );
  /** What became of the call within five minutes. */
  const outcomeOf = async (call: Promise<unknown>) => {
    let outcome: unknown = "still waits";
    call.then(
      () => (outcome = "answered"),
      (failure: unknown) => (outcome = failure),
    );
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    return outcome;
  };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ["a read", () => api.get("/api/x", answer, { signal: new AbortController().signal })],
    ["a write", () => api.post("/api/x", answer, { emoji: "👍" })],
    ["a form of a few fields", () => api.post("/api/x", answer, new FormData())],
    ["a small file", () => api.file("/api/x.ics")],
  ])("ends as without a network when it is %s, so that others need not wait", async (_, ask) => {
    const fetching = hang();
    expect(await outcomeOf(ask())).toMatchObject({ name: "ApiFailure", status: false });
    expect(fetching.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  });

  it("waits as long as it must when it is an upload, which has limits of its own, or fetches an archive", async () => {
    hang();
    const send = async () => new Promise<Response>(() => undefined);
    const upload = api.post("/api/x", answer, new FormData(), { send });
    expect(await outcomeOf(upload)).toBe("still waits");
    expect(await outcomeOf(api.open("/api/x", {}))).toBe("still waits");
  });
});

it("a sign-in writes the token for the whole parent domain", () => {
  window[runtimeConfigGlobal] = {
    rootDomain: "other.example",
    scheme: "https",
    port: "",
    accountDomains: ["kampus.example"],
    brand: "Kampus",
  };
  const written = vi.spyOn(document, "cookie", "set");
  writeToken("abc");
  expect(written.mock.calls[0]?.[0]).toMatch(
    /^token=abc; path=\/; domain=other\.example; sameSite=lax; secure; expires=/i,
  );
});

describe("when the page is left", () => {
  const kept = (fetching: ReturnType<typeof serve>) =>
    fetching.mock.calls.map(([, init]) => init?.keepalive);

  it("small writes finish, while reads, uploads, large writes and calls that can be aborted end unless they ask otherwise", async () => {
    const fetching = serve(() => json({ data: 1 }));
    await api.post("/api/x", answer, { muted: true });
    await api.delete("/api/x", answer);
    await api.get("/api/x", answer);
    await api.post("/api/x", answer, new FormData());
    await api.post("/api/x", answer, { text: "я".repeat(20_000) });
    const { signal } = new AbortController();
    await api.post("/api/x", answer, { ids: [1] }, { signal });
    await api.post("/api/x", answer, { ids: [1] }, { signal, outlivesPage: true });
    await api.post("/api/x", answer, { text: "я".repeat(20_000) }, { signal, outlivesPage: true });
    expect(kept(fetching)).toEqual([true, true, false, false, false, false, true, false]);
  });

  it("no more writes outlive the page at once than browsers allow, and new ones may once some have ended", async () => {
    const answers: (() => void)[] = [];
    const fetching = serve(
      () => new Promise((resolve) => answers.push(() => resolve(json({ data: 1 })))),
    );
    const write = () => api.post("/api/x", answer, { text: "a".repeat(10_000) });
    const writes = [write(), write(), write(), write()];
    expect(kept(fetching)).toEqual([true, true, true, false]);
    for (const end of answers) end();
    await Promise.all(writes);
    const last = write();
    expect(kept(fetching).at(-1)).toBe(true);
    answers.at(-1)?.();
    await last;
  });
});
