import multipart from "@fastify/multipart";
import fp from "fastify-plugin";
import type { LimitName } from "#server/plugins/ceilings.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The files of the form by their fields, of which the first is required: what the OpenAPI document says of it. */
    files?: readonly [string, ...string[]];
  }
}

/** The options of a route that takes a form of the files in `config`; `text` says what they are. */
export const formOptions = <const Schema extends object>(
  config: { files: readonly [string, ...string[]]; limit?: LimitName },
  text: string,
  schema: Schema,
) => ({
  schema: {
    ...schema,
    description: `A form (multipart/form-data) with one file, ${text}`,
    consumes: ["multipart/form-data"],
  },
  config,
});

/** Lets the routes of the plugin that registers it receive uploads; elsewhere no form is read (server/http/fastify.ts). */
export const uploadForms = fp(async (app) => {
  app.addHook("onRoute", (route) => {
    if (route.schema?.consumes?.includes("multipart/form-data"))
      route.config = { ...route.config, lane: "long" };
  });
  await app.register(multipart, {
    limits: {
      ...{ fieldNameSize: 100, fieldSize: 1_024, fields: 8, parts: 12 },
      ...{ headerPairs: 16, headerSize: 8 * 1_024 },
    },
  });
});
