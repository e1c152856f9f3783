import { describe, expect, it } from "vitest";
import { createCaptchaPictures } from "#server/captcha/captcha-pictures.ts";

describe("pictures of captchas", () => {
  it("are drawn ahead, as many as were needed at once, each handed out once", async () => {
    const drawn: string[] = [];
    let isStuck = false;
    const take = createCaptchaPictures({
      draw: async (answer) => {
        while (isStuck) await new Promise(setImmediate);
        drawn.push(answer);
        return Buffer.from(answer);
      },
    });
    const crowd = () => Promise.all(Array.from({ length: 8 }, take));
    const first = await crowd();
    await expect.poll(() => drawn.length).toBeGreaterThanOrEqual(8 + 16);
    isStuck = true; // The next eight are available although the processors are busy.
    const second = await crowd();
    isStuck = false;
    const answers = [...first, ...second].map(({ answer, picture }) => {
      expect(picture.toString()).toBe(answer);
      return answer;
    });
    expect(new Set(answers).size).toBe(16);
  });

  it("are drawn again for the next request after drawing has failed", async () => {
    let isBroken = true;
    const take = createCaptchaPictures({
      draw: (answer) =>
        isBroken ? Promise.reject(new Error("no memory")) : Promise.resolve(Buffer.from(answer)),
    });
    await expect(take()).rejects.toThrow("no memory");
    isBroken = false;
    const { answer, picture } = await take();
    expect(picture.toString()).toBe(answer);
  });
});
