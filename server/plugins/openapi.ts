import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import fp from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { errorBody } from "#lib/errors.ts";

/** The OpenAPI document at /api/openapi.json, from the schemas that check the routes, and a page to browse it. */
export const openapiPlugin = fp<{ brand: string }>(async (app, { brand }) => {
  app.addHook("onRoute", ({ schema }) => {
    if (schema?.response) schema.response = { ...schema.response, "4xx": errorBody };
  });
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: `${brand} API`, version: "1" },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: "/api/docs", staticCSP: true });
  app.get("/api/openapi.json", { schema: { hide: true } }, () => app.swagger());
});
