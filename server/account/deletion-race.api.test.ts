import { expect, it } from "vitest";
import { captchaAnswer, kampusForFile, type TestMember } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();

const erase = ({ token, password }: TestMember) =>
  kampus.post("/api/en/profile/setting/deletion", { password }, { token });
const login = async ({ email, password }: TestMember) => {
  const key = await kampus.captchaKey();
  return kampus.post("/api/en/login", { login: email, password, captcha: captchaAnswer, key });
};

it("a deletion that races with a login leaves either a live session or none", async () => {
  for (let round = 0; round < 3; round += 1) {
    const member = await kampus.signUp();
    const [entered] = await Promise.all([
      login(member),
      ...Array.from({ length: 4 }, () => erase(member)),
    ]);
    const { deleted_at } = await kampus.db
      .selectFrom("users")
      .select("deleted_at")
      .where("id", "=", member.id)
      .executeTakeFirstOrThrow();
    const { token = "" } = entered.json<{ token?: string }>();
    const seen = (await kampus.get("/api/en/user", { token })).statusCode;
    expect([entered.statusCode, seen]).toEqual([200, deleted_at === null ? 200 : 401]);
  }
});
