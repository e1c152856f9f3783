// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { api } from "#lib/api/api-client.ts";
import { runtimeConfigGlobal } from "#lib/config/schema.ts";
import { FakeRequest } from "#lib/testing/fake-request.ts";
import { sendWithProgress, type UploadProgress } from "#lib/api/upload-transport.ts";

const answer = z.object({ data: z.number() });
let progress: UploadProgress[];

beforeEach(() => {
  progress = [];
  FakeRequest.install();
  window[runtimeConfigGlobal] = {
    rootDomain: "kampus.localhost",
    scheme: "http",
    port: "",
    accountDomains: ["kampus.example"],
    brand: "Kampus",
  };
  document.cookie = "token=secret; path=/; domain=kampus.localhost";
});

const upload = (signal?: AbortSignal) =>
  api.post("/api/ru/things", answer, new FormData(), {
    signal,
    send: sendWithProgress((sent) => progress.push(sent)),
  });

describe("an upload", () => {
  it("carries the token and gives what the schema makes of the answer", async () => {
    const uploading = upload();
    FakeRequest.last.answer(201, { data: 5, secret: "x" });
    expect(await uploading).toEqual({ data: 5 });
    expect(FakeRequest.last).toMatchObject({ method: "POST", path: "/api/ru/things" });
    expect(FakeRequest.last.headers.get("Authorization")).toBe("Bearer secret");
    expect(FakeRequest.last.headers.has("Content-Type")).toBe(false);
  });

  it("reports how much has been sent", async () => {
    const uploading = upload();
    FakeRequest.last.progress(512, 2048);
    FakeRequest.last.progress(2048, 2048);
    FakeRequest.last.answer(201, { data: 1 });
    await uploading;
    expect(progress).toEqual([
      { sentBytes: 512, totalBytes: 2048 },
      { sentBytes: 2048, totalBytes: 2048 },
    ]);
  });

  it("fails as every other call does: with code, fields and the token removed when it is refused", async () => {
    const body = { message: "Войдите", code: "unauthenticated", errors: { image: ["нет"] } };
    const uploading = upload();
    FakeRequest.last.answer(401, body);
    await expect(uploading).rejects.toMatchObject({ ...body, status: 401 });
    expect(document.cookie).not.toContain("secret");
  });

  it("fails without a status as soon as the connection is lost", async () => {
    const broken = upload();
    FakeRequest.last.fail();
    await expect(broken).rejects.toMatchObject({ status: false });
    const cutOff = upload();
    window.dispatchEvent(new Event("offline"));
    await expect(cutOff).rejects.toMatchObject({ status: false });
    expect(FakeRequest.last.aborted).toBe(true);
  });

  it("does not wait for ever for a connection that has died silently", async () => {
    vi.useFakeTimers();
    const uploading = upload();
    const failure = expect(uploading).rejects.toMatchObject({ status: false });
    await vi.advanceTimersByTimeAsync(50_000);
    FakeRequest.last.progress(1, 2);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(FakeRequest.last.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(20_000);
    await failure;
    expect(FakeRequest.last.aborted).toBe(true);
    vi.useRealTimers();
  });

  it("is aborted when the caller asks for it", async () => {
    const controller = new AbortController();
    const uploading = upload(controller.signal);
    controller.abort();
    await expect(uploading).rejects.toMatchObject({ name: "AbortError" });
    expect(FakeRequest.last.aborted).toBe(true);
  });
});
