import cors from "@fastify/cors";
import fp from "fastify-plugin";
import { type Deployment, surfaceOrigins } from "#lib/site/surfaces.ts";

/** Lets the pages of the surfaces, by their exact origins, call the API on its own hosts. */
export const corsPlugin = fp<{ deployment: Deployment }>(async (app, { deployment }) => {
  await app.register(cors, {
    origin: surfaceOrigins(deployment),
    methods: ["GET", "POST", "PUT", "DELETE"],
    allowedHeaders: ["authorization", "content-type", "accept-language"],
    exposedHeaders: ["retry-after", "x-request-id"],
    maxAge: 600,
    strictPreflight: false,
  });
});
