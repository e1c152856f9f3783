/** SEC-X3 and SEC-P2: text of members comes back unchanged, and extra fields are dropped. */
import { describe, expect, it } from "vitest";
import { statusAndBody } from "#server/testing/answers.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();

/** Without white space, as names are. */
const payloads = [
  "<script>alert(1)</script>",
  "</script><script>alert(1)</script>",
  "<svg/onload=alert(1)>",
  "<img/src=x/onerror=alert(1)>",
  "<iframe/src=javascript:alert(1)>",
  "<a/href=javascript:alert(1)>x</a>",
  "javascript:alert(1)",
  '"onmouseover="alert(1)',
  "'onfocus='alert(1)'autofocus='",
  "`-alert(1)-`",
  "${alert(1)}",
  "{{constructor.constructor('alert(1)')()}}",
  "<!--<script>alert(1)//-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<math><mtext></form><form><mglyph><style></math><img/src/onerror=alert(1)>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "%3Cscript%3Ealert(1)%3C/script%3E",
  "\\u003cscript\\u003ealert(1)",
  "');DROP/**/TABLE/**/users;--",
];

describe("a name, or a message, that would be code somewhere else", () => {
  it.each(payloads)("%s is stored and answered letter by letter, as JSON", async (payload) => {
    const [one, other] = await signedInMembers(kampus, 2);
    const { token } = one;
    const form = { surname: payload, name: payload, patronymic: payload, phone: null };
    const saved = await kampus.put(
      "/api/en/profile/setting/account",
      { ...form, locale: "en" },
      { token },
    );
    expect(statusAndBody(saved)).toMatchObject([200, { data: form }]);
    const messenger = testMessenger(kampus);
    const chat = await messenger.open(one, other);
    await messenger.say(one, chat.id, payload);
    const fullname = `${payload} ${payload} ${payload}`;
    const person = { id: one.id, fullname };
    const answers: [string, object][] = [
      ["/api/en/user", { data: { fullname, surname: payload } }],
      [`/api/en/user/${one.id}`, { data: person }],
      [`/messenger/private/getMessages/${chat.id}`, { data: [{ author: person, text: payload }] }],
      ["/messenger/chats/all", { data: [{ last_message: { author: person, text: payload } }] }],
    ];
    for (const [url, expected] of answers) {
      const reader = url === "/api/en/user" ? one : other;
      const answer = await kampus.get(url, { token: reader.token });
      expect(statusAndBody(answer)).toMatchObject([200, expected]);
      expect(answer.headers).toMatchObject({
        "content-type": "application/json; charset=utf-8",
        "x-content-type-options": "nosniff",
      });
    }
  });
});

describe("extra fields of a form", () => {
  const extra = {
    id: 1,
    user_id: 1,
    author_id: 1,
    verified: true,
    verified_at: "2020-01-01T00:00:00.000Z",
    role: "admin",
    token: "x",
    created_at: "2020-01-01T00:00:00.000Z",
  };

  it("sign in nobody else, and verify nobody", async () => {
    const [member, victim] = [await kampus.signUp(), await kampus.signUp()];
    const answer = await kampus.post("/api/en/login", {
      ...extra,
      id: victim.id,
      user_id: victim.id,
      login: member.email,
      password: member.password,
      ...(await kampus.captcha()),
    });
    expect(answer.json()).toMatchObject({ user: { id: member.id, verified: false } });
  });

  it("write in nobody else's name, nor at another time", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const messenger = testMessenger(kampus);
    const chat = await messenger.open(one, other);
    const message = await messenger.say(one, chat.id, {
      ...extra,
      author_id: other.id,
      seq: 77,
      deleted_at: extra.created_at,
      text: "Салом",
    });
    expect(message).toMatchObject({ seq: 1, author: { id: one.id }, deleted_at: null });
    expect(Date.now() - new Date(message.created_at).getTime()).toBeLessThan(60_000);
  });

  it("befriend in nobody else's name, and accept nothing", async () => {
    const [one, other] = await signedInMembers(kampus, 2);
    const url = `/api/en/profile/friends/friendship/${other.id}/add`;
    const body = { ...extra, requested_by: other.id, accepted_at: extra.created_at };
    const answer = await kampus.post(url, body, { token: one.token });
    expect(answer.json()).toMatchObject({ data: { status: "outgoing" } });
  });
});
