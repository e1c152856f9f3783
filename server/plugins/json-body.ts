import { isUtf8 } from "node:buffer";
import fp from "fastify-plugin";
import { Failure } from "#server/http/failure.ts";

/** Reads JSON bodies and no others. Clients may announce JSON and send nothing, as logout and adding a friend do. */
export const jsonBodyPlugin = fp((app) => {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, body, done) => {
      // Decoding would replace the bytes that are no character, and store another text than was sent.
      if (!isUtf8(body)) done(new Failure("malformed"));
      else if (body.length === 0) done(null, undefined);
      else void parse(request, body.toString(), done);
    },
  );
  // `curl -d ''` announces a form and sends nothing.
  app.addContentTypeParser("*", (request, _body, done) => {
    if (request.headers["content-length"] === "0") done(null, undefined);
    else done(new Failure("unsupported_type"));
  });
});
