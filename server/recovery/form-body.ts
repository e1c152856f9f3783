import fp from "fastify-plugin";
import { Failure } from "#server/http/failure.ts";

const formBytesMax = 16 * 1024;

/** Reads small multipart forms as objects of their fields; a file among them is not text, and the schemas refuse it. */
export const formBody = fp((app) => {
  app.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer", bodyLimit: formBytesMax },
    async (request: { headers: { "content-type"?: string } }, body: Buffer) => {
      const headers = { "content-type": request.headers["content-type"] ?? "" };
      try {
        return Object.fromEntries(await new Response(new Uint8Array(body), { headers }).formData());
      } catch (error) {
        throw new Failure("malformed", { cause: error });
      }
    },
  );
});
