import fastJsonStringify, { type Schema } from "fast-json-stringify";
import type { FastifySerializerCompiler } from "fastify";
import * as z from "zod/mini";

/**
 * Writes answers by their schemas: only listed fields leave (SEC-P2), ten times as quickly as zod parses them.
 * That their values fit is the compiler's to see. Each is made when it is first needed.
 */
export const answerCompiler: FastifySerializerCompiler<z.core.$ZodType> = ({ schema }) => {
  let write: ((answer: unknown) => string) | undefined;
  return (answer: unknown) => {
    write ??= fastJsonStringify(toJsonSchema(schema));
    return write(answer);
  };
};

const toJsonSchema = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, {
    // "nullable" is a keyword of it, which is written without trying alternatives.
    target: "openapi-3.0",
    // What an alternative does not list is left out of it as well, and refuses it not.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  }) as Schema;
