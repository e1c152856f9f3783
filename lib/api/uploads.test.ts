// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiFailure } from "#lib/api/api-failure.ts";
import { type UploadCall, Uploads } from "#lib/api/uploads.ts";
import { asksBeforeLeaving } from "#lib/testing/asks-before-leaving.ts";

interface File {
  name: string;
  sizeBytes: number;
}

interface Sent extends UploadCall {
  name: string;
  succeed: (result: string) => void;
  fail: (failure: Error) => void;
}

const offline = new ApiFailure("Нет связи", { status: false });
const files = (...names: string[]): File[] => names.map((name) => ({ name, sizeBytes: 100 }));

let sent: Sent[];
let done: string[];
let onUnknown: ReturnType<typeof vi.fn<() => void>>;
let uploads: Uploads<File, string>;

beforeEach(() => {
  sent = [];
  done = [];
  onUnknown = vi.fn<() => void>();
  uploads = new Uploads<File, string>({
    send: ({ name }, call) =>
      new Promise((succeed, fail) => {
        call.signal.addEventListener("abort", () => fail(new DOMException("", "AbortError")));
        sent.push({ name, ...call, succeed, fail });
      }),
    onDone: (result) => done.push(result),
    onUnknown,
  });
});

afterEach(() => {
  for (const { id } of uploads.items()) uploads.cancel(id);
});

const states = () => uploads.items().map(({ state }) => state);
const sending = (name: string) => {
  const call = sent.findLast((one) => one.name === name);
  if (!call) throw new Error(`${name} is not sent`);
  return call;
};
const waitForStates = (...expected: string[]) =>
  vi.waitFor(() => expect(states()).toEqual(expected));
const [, first, second] = [0, 1, 2];

describe("uploads", () => {
  it("run two at a time, and the others follow in their order", async () => {
    uploads.add(files("a", "b", "c", "d"));
    expect(states()).toEqual(["sending", "sending", "waiting", "waiting"]);
    sending("b").succeed("B");
    await waitForStates("sending", "done", "sending", "waiting");
    expect(sent.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(done).toEqual(["B"]);
  });

  it("report how much has been sent, and when all is sent and the server is processing", () => {
    uploads.add(files("a"));
    sending("a").onProgress({ sentBytes: 30, totalBytes: 120 });
    expect(uploads.items()[0]).toMatchObject({ state: "sending", sentBytes: 30, totalBytes: 120 });
    sending("a").onProgress({ sentBytes: 120, totalBytes: 120 });
    expect(states()).toEqual(["processing"]);
  });

  it("show why the server refused the file, which is not sent again", async () => {
    uploads.add(files("a"));
    const errors = { image: ["Это не изображение"] };
    sending("a").fail(new ApiFailure("Проверьте поля", { status: 422, errors }));
    await waitForStates("failed");
    expect(uploads.items()[0]).toMatchObject({ failure: "Это не изображение", refused: true });
    uploads.retry(first);
    expect(states()).toEqual(["failed"]);
  });

  it.each([429, 500, 503, false] as const)("can be tried again after %s", async (status) => {
    uploads.add(files("a"));
    sending("a").fail(new ApiFailure("Не вышло", { status }));
    await waitForStates("failed");
    uploads.retry(first);
    expect(uploads.items()[0]).toMatchObject({ state: "sending", sentBytes: 0, failure: null });
    sending("a").succeed("A");
    await waitForStates("done");
  });

  it("stop at once when they are cancelled, and make room for the next", async () => {
    uploads.add(files("a", "b", "c"));
    uploads.cancel(second);
    expect(sending("b").signal.aborted).toBe(true);
    expect(states()).toEqual(["sending", "cancelled", "sending"]);
    await waitForStates("sending", "cancelled", "sending");
    uploads.dismiss(second);
    expect(states()).toEqual(["sending", "sending"]);
  });

  it("that wait are cancelled without being sent", () => {
    uploads.add(files("a", "b", "c"));
    uploads.cancel(3);
    expect(states()).toEqual(["sending", "sending", "cancelled"]);
    expect(sent).toHaveLength(2);
  });

  it("continue by themselves when the network returns", async () => {
    uploads.add(files("a"));
    sending("a").fail(offline);
    await waitForStates("failed");
    window.dispatchEvent(new Event("online"));
    expect(states()).toEqual(["sending"]);
  });

  it("are not sent again automatically when the answer was lost, because the server may have stored them", async () => {
    uploads.add(files("a"));
    sending("a").onProgress({ sentBytes: 120, totalBytes: 120 });
    sending("a").fail(offline);
    await waitForStates("failed");
    expect(onUnknown).toHaveBeenCalled();
    window.dispatchEvent(new Event("online"));
    expect(states()).toEqual(["failed"]);
    uploads.retry(first);
    expect(states()).toEqual(["sending"]);
  });

  it("that were refused are not retried when the network returns", async () => {
    uploads.add(files("a"));
    sending("a").fail(new ApiFailure("Слишком часто", { status: 429 }));
    await waitForStates("failed");
    window.dispatchEvent(new Event("online"));
    expect(states()).toEqual(["failed"]);
  });

  it("make the browser ask before it closes the tab only while an upload is under way", async () => {
    uploads.add(files("a"));
    expect(asksBeforeLeaving()).toBe(true);
    sending("a").succeed("A");
    await waitForStates("done");
    expect(asksBeforeLeaving()).toBe(false);
  });

  it("stay in the list after they have finished, until the next batch is added", async () => {
    uploads.add(files("a"));
    sending("a").succeed("A");
    await waitForStates("done");
    uploads.add(files("b"));
    expect(uploads.items().map(({ source }) => source.name)).toEqual(["b"]);
  });
});
