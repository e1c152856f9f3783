import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { oneMember, twoMembers } from "#server/testing/insert-members.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

let kampus: TestKampus;
beforeAll(async () => {
  kampus = await startTestKampus();
});
afterAll(() => kampus.close());

const anybody = [200, 200, 200];
const checked = [422, 422, 422]; // open, and refuses what the test sends
const signedIn = [401, 200, 200];
const verified = [401, 403, 200];

/** Every route: what an anonymous, an unverified and a verified caller get. {id} is another member, {chat} a chat of the caller. */
const table: Record<string, { statuses: number[]; body?: object }> = {
  "GET /api/captcha/flat": { statuses: anybody },
  "GET /api/languages": { statuses: anybody },
  "GET /api/{locale}/settings": { statuses: anybody },
  "POST /api/{locale}/registration": { statuses: checked, body: {} },
  "POST /api/{locale}/login": { statuses: checked, body: {} },
  "POST /api/{locale}/email/verify": { statuses: checked, body: { token: "none" } },
  "GET /api/{locale}/user": { statuses: signedIn },
  "GET /api/{locale}/email/resend": { statuses: signedIn },
  "GET /api/{locale}/users": { statuses: verified },
  "GET /api/{locale}/user/{id}": { statuses: verified },
  "GET /api/{locale}/user/{id}/statistics": { statuses: verified },
  "GET /api/{locale}/profile/statistics": { statuses: verified },
  "GET /api/{locale}/profile/friends/active": { statuses: verified },
  "GET /api/{locale}/profile/friends/to/disactive": { statuses: verified },
  "GET /api/{locale}/profile/friends/from/disactive": { statuses: verified },
  "POST /api/{locale}/profile/friends/friendship/{id}/add": { statuses: verified },
  "POST /api/{locale}/profile/friends/friendship/{id}/status": { statuses: verified },
  "POST /api/{locale}/profile/friends/friendship/{id}/accept": { statuses: [401, 403, 409] },
  "POST /api/{locale}/profile/friends/friendship/{id}/delete": { statuses: verified },
  "GET /messenger/chats/{x}": { statuses: verified },
  "GET /messenger/chats/{x}/{chat}": { statuses: verified },
  "POST /messenger/private/create/chat/{id}": { statuses: verified },
  "GET /messenger/{x}/getMessages/{chat}": { statuses: verified },
  "POST /messenger/{x}/sendMessage": {
    statuses: [401, 403, 201],
    body: { chat_id: "{chat}", client_id: "5b0c1f4e-6d0e-4e3a-9f3c-0f6b5e1f2a11", text: "Салом" },
  },
  "POST /messenger/{x}/readMessages/{chat}": { statuses: verified, body: { seq: 1 } },
  "GET /messenger/new/messages": { statuses: verified },
  // Last: it ends the callers' sessions.
  "POST /api/logout": { statuses: signedIn },
};

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];
interface Operation {
  responses: Record<string, { content: { "application/json": { schema: JsonSchema } } }>;
}
const openapi = async () =>
  (await kampus.get("/api/openapi.json")).json<{
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  }>();

const documentPath = (path: string) => path.replace("{chat}", "{id}");

describe("the OpenAPI document", () => {
  it("lists every route of this table and the table every route", async () => {
    const { openapi: version, paths } = await openapi();
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(version).toMatch(/^3\.1/);
    expect(documented.sort()).toEqual(Object.keys(table).map(documentPath).sort());
  });

  it("is shown to people", async () => {
    const page = await kampus.get("/api/docs/");
    expect(page.headers["content-type"]).toContain("text/html");
    const script = await kampus.get("/api/docs/static/swagger-initializer.js");
    expect([page.statusCode, script.statusCode]).toEqual([200, 200]);
  });
});

describe("who may call what", () => {
  it("is as the table says, and what routes answer is as the document says", async () => {
    const { paths } = await openapi();
    const [one, other] = await twoMembers(kampus);
    const unverified = await oneMember(kampus, { verified: false });
    const chat = await testMessenger(kampus).open(one, other);
    const filled = (text: string) =>
      text
        .replace("{locale}", "en")
        .replace("{x}", "private")
        .replace("{id}", String(other.id))
        .replace('"{chat}"', String(chat.id))
        .replace("{chat}", String(chat.id));

    for (const [route, { statuses, body }] of Object.entries(table)) {
      const [method = "", path = ""] = route.split(" ");
      const answers = [];
      for (const caller of [undefined, unverified, one])
        answers.push(
          await kampus.app.inject({
            method: method as "GET",
            url: filled(path),
            headers: {
              host: "site.kampus.localhost",
              ...(caller && { authorization: `Bearer ${caller.token}` }),
              ...(body && { "content-type": "application/json" }),
            },
            ...(body && { payload: filled(JSON.stringify(body)) }),
          }),
        );
      expect(
        answers.map(({ statusCode }) => statusCode),
        route,
      ).toEqual(statuses);
      const operation = paths[documentPath(path)]?.[method.toLowerCase()];
      for (const answer of answers.filter(({ statusCode }) => statusCode < 300)) {
        const { schema } =
          operation?.responses[answer.statusCode]?.content["application/json"] ?? {};
        const parsed = z.fromJSONSchema(schema ?? { not: {} }).safeParse(answer.json());
        expect(parsed.error, route).toBeUndefined();
      }
    }
  });
});
