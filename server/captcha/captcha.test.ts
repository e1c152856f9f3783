import { describe, expect, it } from "vitest";
import { createCaptchaService } from "#server/captcha/captcha.ts";
import { createCaptchaStore } from "#server/captcha/captcha-store.ts";
import { Failure } from "#server/http/failure.ts";

const passes = async (answer: string, testAnswer?: string) => {
  const store = createCaptchaStore(null);
  await store.put("key", "a7k3p");
  const check = () => createCaptchaService(store, testAnswer).check("key", answer);
  const passed = await check().then(
    () => true,
    (error: unknown) => !(error instanceof Failure),
  );
  // However it went, the key is spent.
  await expect(check()).rejects.toThrow(Failure);
  return passed;
};

describe("a captcha", () => {
  it.each([
    ["a7k3p", true],
    ["  A7K3P ", true],
    ["a7k3", false],
    ["", false],
    ["undefined", false],
    ["kampus", false],
  ])("where there is no test answer: %j passes: %s", async (answer, expected) => {
    expect(await passes(answer)).toBe(expected);
  });

  it("passes by the test answer too, where there is one", async () => {
    expect([await passes("kampus", "Kampus"), await passes("a7k3p", "Kampus")]).toEqual([
      true,
      true,
    ]);
    expect(await passes("other", "Kampus")).toBe(false);
  });
});
