import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { oneMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const spheres = "/api/ru/profile/setting/params/spheres";

describe("an answer", () => {
  it.each([
    ["br", "gzip, deflate, br", brotliDecompressSync],
    ["gzip", "gzip;q=1.0, br;q=0", gunzipSync],
  ])(
    "of more than a packet comes in %s to a client that accepts %s",
    async (coding, accepted, decompress) => {
      const { token } = await oneMember(kampus);
      const plain = await kampus.get(spheres, { token });
      const answer = await kampus.get(spheres, { token, headers: { "accept-encoding": accepted } });
      expect(answer.headers).toMatchObject({
        "content-encoding": coding,
        "content-length": String(answer.rawPayload.length),
        vary: expect.stringContaining("accept-encoding") as string,
      });
      expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
      expect(JSON.parse(decompress(answer.rawPayload).toString())).toEqual(plain.json());
    },
  );

  it("comes as it is to a client that accepts no coding", async () => {
    const { token } = await oneMember(kampus);
    const plain = await kampus.get(spheres, { token });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toContain("accept-encoding");
  });

  it("that fits into one packet comes as it is", async () => {
    const { token } = await oneMember(kampus);
    const headers = { "accept-encoding": "br" };
    const answer = await kampus.get("/api/ru/user", { token, headers });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.json()).toHaveProperty("data");
  });
});
