import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import fp from "fastify-plugin";
import { jsonSchemaTransform, jsonSchemaTransformObject } from "fastify-type-provider-zod";
import { errorBody } from "#lib/api/errors.ts";
import { locales } from "#lib/i18n/locales.ts";
import { notFound } from "#server/http/failure.ts";
import { answerFailure } from "#server/plugins/errors.ts";
import { bearer } from "#server/plugins/session.ts";
import { documentPolicy } from "#server/http/security-headers.ts";

/** The OpenAPI document at /api/openapi.json, from the routes' own schemas, and a page to browse it. */
export const openapiPlugin = fp<{ brand: string }>(async (app, { brand }) => {
  const signedIn = new Set<unknown>([app.requireSession, app.requireVerified]);
  app.addHook("onRoute", ({ schema, onRequest }) => {
    if (schema?.response)
      schema.response = {
        ...{ 429: errorBody, 503: errorBody },
        ...schema.response,
        "4xx": errorBody,
      };
    if (schema && [onRequest].flat().some((hook) => signedIn.has(hook))) schema.security = bearer;
  });
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: `${brand} API`, version: "1" },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    transform: (given) => {
      const { schema, url } = jsonSchemaTransform(given);
      const { files } = given.route.config ?? {};
      const params = withAllParameters(url, schema.params);
      const response = withRetryAfter(schema.response);
      return {
        url,
        schema: { ...schema, params, response, ...(files && { body: formOf(files) }) },
      };
    },
    // Adds the named schemas that others refer to.
    transformObject: (given) => withOptionalBodies(jsonSchemaTransformObject(given)),
  });
  await app.register(async (docs) => {
    // Its files are few and known, so any other is answered as not found.
    docs.setErrorHandler((_error, request, reply) => {
      answerFailure(notFound(), request, reply);
    });
    await docs.register(swaggerUi, { routePrefix: "/api/docs", staticCSP: documentPolicy });
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, () => app.swagger());
});

/** Adds the header Retry-After, which the schema of a body cannot describe. */
function withRetryAfter(response: unknown) {
  if (!response) return response;
  const headers = { "Retry-After": { type: "integer", description: "seconds" } };
  return Object.fromEntries(
    Object.entries(response).map(([status, answer]: [string, object]) => [
      status,
      ["429", "503"].includes(status) ? { ...answer, headers } : answer,
    ]),
  );
}

/** What is read and changed of an operation in the document. */
interface Operation {
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema?: { anyOf?: { type?: string }[] } }>;
  };
}

/** A body that may be null may be absent, too, while the library requires every body. */
function withOptionalBodies<Document extends { paths?: object }>(document: Document): Document {
  const paths = Object.values(document.paths ?? {}) as Record<string, Operation>[];
  for (const { requestBody } of paths.flatMap((methods) => Object.values(methods))) {
    const { anyOf = [] } = requestBody?.content["application/json"]?.schema ?? {};
    if (requestBody && anyOf.some(({ type }) => type === "null")) requestBody.required = false;
  }
  return document;
}

/**
 * Describes a form with files, which no schema checks, because it is read while it arrives
 * (server/uploads/receive-form.ts).
 */
const formOf = (files: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(files.map((name) => [name, { type: "string", format: "binary" }])),
  required: files.slice(0, 1),
});

/** Adds the parameters that the route's own schema lacks: the language is read for all routes, so no schema names it. */
function withAllParameters(url: string, params: unknown) {
  const { properties } = (params ?? {}) as { properties?: Record<string, object> }; // What the transform makes of a schema.
  const names = Array.from(url.matchAll(/:(\w+)/g), ([, name = ""]) => name);
  const schemaOf = (name: string) =>
    name === "locale"
      ? { type: "string", enum: locales }
      : (properties?.[name] ?? { type: "string" });
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, schemaOf(name)])),
    required: names,
  };
}
