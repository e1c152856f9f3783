/** SEC-X4: nobody may bear the name of the service, or a name with hidden characters or an address. */
import { describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { captchaAnswer } from "#server/testing/test-members.ts";

const kampus = kampusForFile({ BRAND_NAME: "Bilim Dost" });

const hidden = "Remove the invisible characters";
const address = "Links and mail addresses cannot be written here";
const reserved = "Only the site’s own staff are called that. Choose another name";

const refused = [
  ["a direction mark", "Али\u202eшер", hidden],
  ["a zero-width joiner", "Али\u200dшер", hidden],
  ["a control character", "Али\u0007шер", hidden],
  ["a mail address", "ali@kampus.example", address],
  ["a link", "https://evil.example", address],
  ["the staff", "Администрация", reserved],
  ["a look-alike of the staff", "Ѕuрроrt", reserved],
  ["the usual brand", "Каmpus", reserved],
  ["the brand of the operator", "BilimDost", reserved],
  ["a look-alike of that", "Вilim-D0st", reserved],
] as const;

describe.each(refused)("a name that holds %s", (_title, name, message) => {
  it.each(["surname", "name", "patronymic"])("is refused as %s at sign-up", async (field) => {
    const answer = await kampus.post("/api/en/registration", {
      surname: "Каримов",
      name: "Анна-Мария",
      patronymic: "O‘g‘li",
      email: "alisher.karimov@kampus.example",
      password: "correct horse",
      password_confirmation: "correct horse",
      captcha: captchaAnswer,
      key: await kampus.captchaKey(),
      [field]: name,
    });
    expect(statusAndBody(answer)).toMatchObject([
      422,
      { code: "invalid", errors: { [field]: [message] } },
    ]);
  });

  it("is refused in the settings, and as the title of a group, new and changed", async () => {
    const [{ token }, other] = await signedInMembers(kampus, 2);
    const account = { surname: "Каримов", name, patronymic: "O‘g‘li", locale: "en" };
    const calls: [string, string, object][] = [
      ["name", "/api/en/profile/setting/account", account],
      ["title", `/messenger/group/create/chat/${other.id}`, { title: name }],
    ];
    const headers = { "accept-language": "en" };
    for (const [field, url, body] of calls) {
      const send = field === "name" ? kampus.put : kampus.post;
      const answer = await send(url, body, { token, headers });
      expect(statusAndBody(answer)).toMatchObject([422, { errors: { [field]: [message] } }]);
    }
    const made = await kampus.post(
      `/messenger/group/create/chat/${other.id}`,
      { title: "11-Б 👩‍🎓" },
      { token },
    );
    const { id, title } = made.json<{ data: { id: number; title: string } }>().data;
    expect(title).toBe("11-Б 👩‍🎓");
    const renamed = await kampus.post(
      `/messenger/group/rename/${id}`,
      { title: name },
      { token, headers },
    );
    expect(statusAndBody(renamed)).toMatchObject([422, { errors: { title: [message] } }]);
  });
});

const reservedNames = refused.filter(([, , message]) => message === reserved);

it.each(reservedNames)("a study group is not called by %s", async (_title, group) => {
  const { token } = await oneMember(kampus);
  const studied = { establishment_id: 1, region_id: 1, object_id: 1, start: 2005, end: 2014 };
  const ofClass = { kind: "class", object_id: 1, class_key: "2014" };
  const own = "/api/en/profile/setting/educations";
  const answers = [
    await kampus.post(own, { ...studied, group }, { token }),
    await kampus.put(`${own}/1`, { ...studied, group }, { token }),
    await kampus.post("/api/en/invitations", { ...ofClass, group }, { token }),
  ];
  for (const answer of answers)
    expect(statusAndBody(answer)).toMatchObject([422, { errors: { group: [reserved] } }]);
});

it.each([
  [{ surname: "Bilim", name: "D0st", patronymic: "Team" }, "name"],
  [{ surname: "Иванова", name: "Кам", patronymic: "пус" }, "patronymic"],
  [{ surname: "Тех", name: "под", patronymic: "держка" }, "patronymic"],
])("what only the service is called is refused in parts: %o", async (names, field) => {
  const { token } = await oneMember(kampus);
  const url = "/api/en/profile/setting/account";
  const answer = await kampus.put(url, { ...names, locale: "en" }, { token });
  expect(statusAndBody(answer)).toMatchObject([422, { errors: { [field]: [reserved] } }]);
});

it.each(["kampus.support", "s.u.p.p.o.r.t", "support-team", "bilim.dost", "bilimdost.help"])(
  "the address %s is not given to a member",
  async (localPart) => {
    const email = `${localPart}@kampus.example`;
    const answer = await kampus.post("/api/en/registration/email", { email });
    expect(statusAndBody(answer)).toMatchObject([
      422,
      { errors: { email: ["This address is reserved. Choose another"] } },
    ]);
  },
);
