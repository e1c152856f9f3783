import { beforeAll, expect, it } from "vitest";
import { faultsIn } from "#server/testing/answers.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let member: SignedInMember;
beforeAll(async () => {
  member = await oneMember(kampus);
});

const form = { surname: "Каримов", name: "Алишер", patronymic: "Бахтиёрович" };

it.each([
  ["post", "registration", { ...form, email: "abc@kampus.example" }, ["email", "captcha", "key"]],
  ["post", "registration", { email: "abcdefg@kampus.example", surname: " " }, ["surname", "name"]],
  ["post", "password/reset", {}, ["code"]],
  ["post", "password/reset/otp", { phone: "+998901234567" }, ["code"]],
  ["put", "profile/setting/password", { current_password: "" }, ["current_password"]],
] as const)(
  "passwords that differ are named beside the other faults: %s %s %j",
  async (method, path, fields, faulty) => {
    const answer = await kampus[method](
      `/api/ru/${path}`,
      { password: "password", password_confirmation: "другой", ...fields },
      { token: member.token },
    );
    expect(answer.statusCode).toBe(422);
    const errors = faultsIn(answer);
    expect(errors.password_confirmation).toEqual(["Пароли не совпадают"]);
    expect(Object.keys(errors)).toEqual(expect.arrayContaining([...faulty]));
    expect(errors).not.toHaveProperty("password");
  },
);

it("a password that is missing or no text is not compared", async () => {
  for (const password of [undefined, null, 7, ["password"]]) {
    const answer = await kampus.post("/api/ru/password/reset", {
      code: "code",
      password,
      password_confirmation: "password",
    });
    const errors = faultsIn(answer);
    expect([answer.statusCode, Object.keys(errors)]).toEqual([422, ["password"]]);
  }
});
