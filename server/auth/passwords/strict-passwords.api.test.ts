import { hash } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { createLog } from "#server/infra/log.ts";
import { kampusForFile, startTestKampus } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile({ PASSWORD_STRICT: "1" });

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

describe("a password with letters that can be composed in two ways", () => {
  const [composed, decomposed] = ["Ёлка и йод", "Ёлка и йод"].map((text, index) =>
    text.normalize(index === 0 ? "NFC" : "NFD"),
  ) as [string, string];
  const signIn = async (email: string, password: string) =>
    (await kampus.signIn(email, password)).statusCode;

  it("is one password, in whichever composition it was set", async () => {
    expect(composed).not.toBe(decomposed);
    for (const password of [composed, decomposed]) {
      const { email } = await kampus.signUp({ password });
      expect([await signIn(email, composed), await signIn(email, decomposed)]).toEqual([200, 200]);
      expect(await signIn(email, "Елка и иод")).toBe(422);
    }
  });

  it("signs in as it was typed where an older version hashed it in that composition", async () => {
    const { id, email } = await kampus.signUp();
    const password_hash = await hash(decomposed);
    await kampus.updateMember({ id }, { password_hash });
    expect(await signIn(email, decomposed)).toBe(200);
  });
});

describe("a start in production", () => {
  it.each([
    [{}, 1],
    [{ PASSWORD_STRICT: "0" }, 0],
    [{ PASSWORD_STRICT: "1" }, 0],
  ])("with %j warns in one line if PASSWORD_STRICT is not set", async (variables, count) => {
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    await (await startTestKampus({ NODE_ENV: "production", ...variables }, log)).close();
    expect(lines.filter((line) => line.includes("PASSWORD_STRICT is unset"))).toHaveLength(count);
  });
});
