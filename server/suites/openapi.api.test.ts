/** What /api/openapi.json says of requests and failures is what a client meets. */
import { beforeAll, describe, expect, it } from "vitest";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

interface Schema {
  $ref?: string;
  required?: string[];
  minProperties?: number;
  properties?: object;
}

interface Operation {
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { headers?: Record<string, object>; content?: object }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const kampus = kampusForFile();
let member: SignedInMember;
let document: Document;
beforeAll(async () => {
  member = await oneMember(kampus);
  document = (await kampus.get("/api/openapi.json")).json<Document>();
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
/** With `minProperties` none of the fields may be absent while all others are. */
const requiredIn = (schema: Schema): string[] => {
  const { required = [], minProperties, properties = {} } = resolved(schema);
  return minProperties === undefined ? required : Object.keys(properties);
};
const resolved = (schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
/** An address with ids that name nothing, for checks of the form of a request come first. */
const addressOf = (path: string) =>
  path
    .replace("{locale}", "en")
    .replace("{x}", "private")
    .replace("{key}", "2014")
    .replace(/\{\w+\}/, "2147483647");

describe("the OpenAPI document", () => {
  it("calls those fields of a request required that are, and no others", async () => {
    const documented: Record<string, string[]> = {};
    const met: Record<string, string[]> = {};
    for (const { path, method, operation } of operations()) {
      const schema = operation.requestBody?.content["application/json"]?.schema;
      const query = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
      if (!schema && query.length === 0) continue;
      const name = `${method} ${path}`;
      const needed = query.filter(({ required }) => required).map((parameter) => parameter.name);
      documented[name] = [...(schema ? requiredIn(schema) : []), ...needed].sort();
      const { token } = member;
      const answer = await kampus.call(method, addressOf(path), {
        token,
        ...(schema && { body: {} }),
      });
      expect(answer.statusCode, `${name}: ${answer.body}`).not.toBe(401);
      met[name] = Object.keys(answer.json<{ errors?: object }>().errors ?? {}).sort();
    }
    expect(Object.keys(met).length).toBeGreaterThan(50);
    expect(documented).toEqual(met);
  });

  it("calls the body of a request required where a request without it is refused, and nowhere else", async () => {
    const documented: Record<string, boolean | undefined> = {};
    const met: Record<string, boolean> = {};
    for (const { path, method, operation } of operations()) {
      if (!operation.requestBody?.content["application/json"]) continue;
      const name = `${method} ${path}`;
      documented[name] = operation.requestBody.required;
      const answer = await kampus.call(method, addressOf(path), { token: member.token });
      met[name] = [400, 422].includes(answer.statusCode);
    }
    expect(new Set(Object.values(met))).toEqual(new Set([true, false]));
    expect(documented).toEqual(met);
  });

  it("says of a message which of its fields are not what a client might take them for", () => {
    const described = {
      description: expect.stringMatching(
        /`client_id` is in lower case.*`online` is false/,
      ) as string,
    };
    const answerOf = (data: object) => ({
      content: { "application/json": { schema: { properties: { data } } } },
    });
    const { get } = document.paths["/messenger/{x}/getMessages/{id}"] ?? {};
    expect(get?.responses["200"]).toMatchObject(answerOf({ items: described }));
    const { post } = document.paths["/messenger/{x}/sendMessage"] ?? {};
    expect(post?.responses["201"]).toMatchObject(answerOf(described));
  });

  it.each(["429", "503"])(
    "says of every call that it may be answered by %s, and when to come back",
    (status) => {
      for (const { path, method, operation } of operations())
        expect([method, path, operation.responses[status]]).toMatchObject([
          method,
          path,
          {
            headers: { "Retry-After": { schema: { type: "integer" } } },
            content: operation.responses["4XX"]?.content,
          },
        ]);
    },
  );
});
