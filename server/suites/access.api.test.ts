import { locales } from "#lib/i18n/locales.ts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { accessTable as table } from "#server/testing/access/access-table.ts";
import { oneMember, signedInMembers } from "#server/testing/data/insert-members.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";

const kampus = kampusForFile();

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];
interface Operation {
  security?: object[];
  parameters?: { in: string; name: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content: Record<string, { schema: object }> }>;
}
const openapi = async () =>
  (await kampus.get("/api/openapi.json")).json<{
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object> };
  }>();

const documentPath = (path: string) => path.replace(/\{(chat|nobody)\}/, "{id}");

describe("the OpenAPI document", () => {
  it("lists every route of this table and the table every route", async () => {
    const { openapi: version, paths } = await openapi();
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(version).toMatch(/^3\.1/);
    expect(documented.sort()).toEqual(Object.keys(table).map(documentPath).sort());
  });

  it("says of every route whether it needs a token", async () => {
    const { paths } = await openapi();
    for (const [route, { statuses }] of Object.entries(table)) {
      const [method = "", path = ""] = route.split(" ");
      const { security } = paths[documentPath(path)]?.[method.toLowerCase()] ?? {};
      expect([route, security !== undefined]).toEqual([route, statuses[0] === 401]);
    }
  });

  it("declares each parameter that is in the path of a route, once, and which languages there are", async () => {
    const { paths } = await openapi();
    for (const [path, methods] of Object.entries(paths))
      for (const [method, { parameters = [] }] of Object.entries(methods)) {
        const declared = parameters.filter((parameter) => parameter.in === "path");
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        expect([method, path, declared.map(({ name }) => name).sort()]).toEqual([
          ...[method, path],
          named.sort(),
        ]);
        expect(declared.every(({ required }) => required)).toBe(true);
        for (const { name, schema } of declared)
          if (name === "locale") expect(schema).toEqual({ type: "string", enum: [...locales] });
      }
  });

  it.each([
    ["/api/{locale}/profile/setting/images/upload", ["image"], "image"],
    ["/api/{locale}/profile/media/upload", ["file", "thumb"], "file"],
    ["/messenger/media/upload", ["file", "thumb"], "file"],
    ["/messenger/group/image/{id}", ["image"], "image"],
  ])(
    "says which files are sent to %s, so that a client can be made of it",
    async (path, files, needed) => {
      const { paths } = await openapi();
      expect(paths[path]?.post?.requestBody?.content).toEqual({
        "multipart/form-data": {
          schema: {
            type: "object",
            properties: Object.fromEntries(
              files.map((name) => [name, { type: "string", format: "binary" }]),
            ),
            required: [needed],
          },
        },
      });
    },
  );

  it("has files of its own and no others, whatever is asked of them", async () => {
    const style = "swagger-ui.css";
    for (const file of ["%2e%2e/package.json", "%00", "/", "x".repeat(5_000)])
      expect((await kampus.get(`/api/docs/static/${file}`)).statusCode).toBe(404);
    for (const headers of [{ range: "bytes=99999999-" }, { "if-match": '"x"' }])
      expect((await kampus.get(`/api/docs/static/${style}`, { headers })).statusCode).toBe(404);
    expect((await kampus.get(`/api/docs/static/${style}`)).statusCode).toBe(200);
  });

  it("is shown to people", async () => {
    const page = await kampus.get("/api/docs/");
    expect(page.headers["content-type"]).toContain("text/html");
    const script = await kampus.get("/api/docs/static/swagger-initializer.js");
    expect([page.statusCode, script.statusCode]).toEqual([200, 200]);
  });
});

describe("each route", () => {
  it("admits the callers in the table, and its answers match the document", async () => {
    const { paths, components } = await openapi();
    /** A schema by itself, with the named ones that it refers to. */
    const alone = (schema: object) =>
      JSON.parse(
        JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll(
          "#/components/schemas/",
          "#/$defs/",
        ),
      ) as JsonSchema;
    const [one, other] = await signedInMembers(kampus, 2);
    const unverified = await oneMember(kampus, { verified: false });
    const chat = await testMessenger(kampus).open(one, other);
    const filled = (text: string) =>
      text
        .replace("{locale}", "en")
        .replace("{x}", "private")
        .replace("{key}", "2014")
        .replace(/"?\{id\}"?/, String(other.id))
        .replace('"{chat}"', String(chat.id))
        .replace("{chat}", String(chat.id))
        .replace("{nobody}", "2147483647")
        .replace("{key}", "2014");

    for (const [route, { statuses, body }] of Object.entries(table)) {
      const [method = "", path = ""] = route.split(" ");
      const answers = [];
      for (const caller of [undefined, unverified, one])
        answers.push(
          await kampus.call(method, filled(path), {
            ...(caller && { token: caller.token }),
            ...(body && {
              headers: { "content-type": "application/json" },
              body: filled(JSON.stringify(body)),
            }),
          }),
        );
      expect(
        answers.map(({ statusCode }) => statusCode),
        route,
      ).toEqual(statuses);
      const operation = paths[documentPath(path)]?.[method.toLowerCase()];
      for (const answer of answers.filter(({ statusCode }) => statusCode < 300)) {
        const content = operation?.responses[answer.statusCode]?.content ?? {};
        const [type = ""] = String(answer.headers["content-type"]).split(";");
        expect(Object.keys(content), route).toEqual([type]);
        if (type !== "application/json") continue;
        const { schema } = content[type] ?? {};
        const parsed = z.fromJSONSchema(alone(schema ?? { not: {} })).safeParse(answer.json());
        expect(parsed.error, route).toBeUndefined();
      }
    }
  });
});
