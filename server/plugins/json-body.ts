import fp from "fastify-plugin";
import { Failure } from "#server/http/failure.ts";

/** Reads JSON bodies and no others; clients that announce JSON and send nothing (logout, add a friend) are understood. */
export const jsonBodyPlugin = fp((app) => {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, undefined);
    else void parse(request, body as string, done);
  });
  // `curl -d ''` announces a form and sends nothing.
  app.addContentTypeParser("*", (request, _body, done) => {
    if (request.headers["content-length"] === "0") done(null, undefined);
    else done(new Failure("unsupported_type"));
  });
});
