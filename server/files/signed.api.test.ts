import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Media } from "#lib/files/schema.ts";
import { openAddressSigning } from "#server/http/address-signing.ts";
import { createDeploymentKeys } from "#server/infra/deployment-key.ts";
import { httpRequest } from "#server/testing/http-request.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { plainImage } from "#server/testing/data/test-images.ts";
import { kampusForFile, startTestKampus } from "#server/testing/test-kampus.ts";
import { testMedia } from "#server/testing/data/test-media.ts";

const kampus = kampusForFile();
const media = testMedia(kampus);
let member: SignedInMember;
let photo: Media;
beforeEach(async () => {
  member = await oneMember(kampus);
  photo = await media.attachment(member, await plainImage(900, 300).png().toBuffer(), "a.png");
});
afterEach(() => {
  vi.useRealTimers();
});

const addresses = () => [photo.url, photo.thumb_url ?? ""];
const dayMs = 24 * 60 * 60 * 1000;
const later = (ms: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms, shouldAdvanceTime: true });

describe("a file that was given for a message", () => {
  it("is sent to everybody with its signed address, and cached by their browser alone until that expires", async () => {
    for (const address of addresses()) {
      const answer = await kampus.get(address);
      const [, maxAge] =
        /^private, max-age=(\d+), immutable$/.exec(String(answer.headers["cache-control"])) ?? [];
      expect([answer.statusCode, answer.headers]).toMatchObject([
        200,
        { "content-security-policy": expect.stringContaining("sandbox") as string },
      ]);
      expect(Number(maxAge) * 1000).toBeGreaterThan(dayMs - 60_000);
      expect(Number(maxAge) * 1000).toBeLessThanOrEqual(2 * dayMs);
    }
  });

  it("can be requested in parts, by HEAD, under its name and again", async () => {
    const [size, etag] = [photo.size, (await kampus.get(photo.url)).headers.etag];
    const part = await kampus.get(photo.url, { headers: { range: "bytes=1-4" } });
    expect([part.statusCode, part.headers["content-range"]]).toEqual([206, `bytes 1-4/${size}`]);
    const head = await kampus.call("HEAD", photo.url, { host: "chat.kampus.localhost" });
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    const saved = await kampus.get(`${photo.url}&download`);
    expect(saved.headers["content-disposition"]).toBe("attachment; filename=a.png");
    const known = await kampus.get(photo.url, { headers: { "if-none-match": String(etag) } });
    expect(known.statusCode).toBe(304);
  });

  it("is not found without its signature, like a file that does not exist", async () => {
    const none = await kampus.get(`/files/media/${"0".repeat(32)}/file`);
    for (const address of addresses()) {
      const [path = "", query = ""] = address.split("?");
      const [reader = "", epoch = "", expires = "", signature = ""] = query.split("&");
      const named = `${reader}&${epoch}`;
      const [, other = ""] = addresses()[address === photo.url ? 1 : 0]?.split("?") ?? [];
      for (const forged of [
        path,
        `${path}?${named}&${expires}`,
        `${path}?${named}&${signature}`,
        `${path}?${expires}&${signature}`,
        `${path}?${other}`,
        `${path}?${named}&${expires}0&${signature}`,
        `${path}?${reader}0&${epoch}&${expires}&${signature}`,
        `${path}?${reader}&${epoch}0&${expires}&${signature}`,
        `${path}?${named}&${expires}&${signature.toLowerCase()}`,
        `${path}?${named}&${expires}&${expires}&${signature}`,
        `${path}?${named}&expires=9999999999&signature=`,
        `${path}?${query}&signature=x`,
      ]) {
        const answer = await kampus.get(forged);
        expect([forged, answer.statusCode, answer.body]).toEqual([forged, 404, none.body]);
        expect(answer.headers["cache-control"]).toContain("no-store");
      }
    }
  });

  it("is not found once its address has expired, and has another address then", async () => {
    later(2 * dayMs);
    for (const address of addresses()) expect((await kampus.get(address)).statusCode).toBe(404);
  });

  it("cannot be reached by the signature of another file", async () => {
    const other = await media.attachment(member, "geheim");
    const [, query = ""] = photo.url.split("?");
    expect((await kampus.get(`${other.url.split("?")[0]}?${query}`)).statusCode).toBe(404);
  });

  it("is open to no member because of their session: a token is not a signature", async () => {
    const [path = ""] = photo.url.split("?");
    expect((await kampus.get(path, { token: member.token })).statusCode).toBe(404);
  });
});

describe("a file of a profile", () => {
  it("is open without a signature, whatever query it is asked with", async () => {
    const { url } = await media.add(member, "open");
    for (const address of [url, `${url}?expires=1&signature=x`, `${url}?signature=a&signature=b`]) {
      const answer = await kampus.get(address);
      expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([
        200,
        "public, max-age=31536000, immutable",
      ]);
    }
  });
});

describe("another node", () => {
  it("sends files that this one has signed, even after a restart", async () => {
    const key = await kampus.db
      .selectFrom("deployment_keys")
      .select("value")
      .where("name", "=", "addresses")
      .executeTakeFirstOrThrow();
    expect(key.value).toHaveLength(43);

    const keys = createDeploymentKeys(kampus.db, []);
    const nodes = await Promise.all(Array.from({ length: 5 }, () => openAddressSigning(keys)));
    const path = photo.url.split("?")[0]?.replace("/files/", "") ?? "";
    const reader = { id: member.id, epoch: 0 };
    expect(new Set(nodes.map(({ sign }) => `/files/${path}?${sign(path, reader)}`))).toEqual(
      new Set([photo.url]),
    );
  });
});

describe("another domain for files", () => {
  it("is in the signed address, and sends the file there alone", async () => {
    const there = await startTestKampus({ MEDIA_URL: "https://kampus-files.example" });
    try {
      const { url } = await testMedia(there).attachment(await oneMember(there), "text");
      expect(url).toMatch(
        /^https:\/\/kampus-files\.example\/files\/media\/.*\?reader=\d+&epoch=0&expires=\d+&signature=/,
      );
      const path = url.replace("https://kampus-files.example", "");
      const asked = (host: string) => httpRequest(there, path, { host });
      expect((await asked("kampus-files.example")).status).toBe(200);
      expect((await asked("chat.kampus.localhost")).status).toBe(404);
    } finally {
      await there.close();
    }
  });
});
