import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";

let kampus: TestKampus;
beforeAll(async () => {
  kampus = await startTestKampus({ PASSWORD_STRICT: "1" });
});
afterAll(() => kampus.close());

describe("with PASSWORD_STRICT=1 a sign-up", () => {
  it.each([
    ["of 7 characters", "x7Kq!zР", "Минимум 8 символов"],
    ["of 7 characters that take two units each", "🙂🙃🙂🙃🙂🙃🙂", "Минимум 8 символов"],
    ["that everybody has", "password", "Слишком распространённый пароль. Придумайте другой"],
    ["that everybody has, in capitals", "Iloveyou1", "Слишком распространённый"],
    ["of digits in a row", "1234567890", "Слишком распространённый"],
  ])("refuses a password %s, on its field", async (_title, password, message) => {
    await expect(kampus.signUp({ password })).rejects.toThrow(message);
    await expect(kampus.signUp({ password })).rejects.toThrow('"password":[');
  });

  it.each(["x7Kq!zРы", "🙂🙃🙂🙃🙂🙃🙂🙃", "верная лошадь батарея", "я".repeat(256)])(
    "takes %.24s",
    async (password) => {
      const { user } = await kampus.signUp({ password });
      expect(user.verified).toBe(false);
    },
  );
});
