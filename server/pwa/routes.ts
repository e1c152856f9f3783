import { readdirSync, readFileSync } from "node:fs";
import type { FastifyPluginAsync } from "fastify";
import { isLocale } from "#lib/i18n/locales.ts";
import { hostRoleOf, isSurface } from "#lib/site/surfaces.ts";
import type { Env } from "#server/env.ts";
import { notFound } from "#server/http/failure.ts";
import { manifest } from "#server/pwa/manifest.ts";
import { workerPolicy } from "#server/http/security-headers.ts";
import { serviceWorker } from "#server/pwa/service-worker.ts";

const folder = new URL("./icons", import.meta.url);
/** They keep their names when they change. */
const iconCaching = "public, max-age=86400";
/** A browser asks for these anew, and gets them by their name of the day. */
const freshCaching = "no-cache";

/** What a browser installs a surface by: its worker, its manifest in each language, its icons. */
export const pwaRoutes: FastifyPluginAsync<{ env: Env }> = async (app, { env }) => {
  const { rootDomain } = env.deployment;
  const hidden = { schema: { hide: true } };
  const script = serviceWorker(env);
  const icons = new Map(
    readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder))]),
  );
  const surfaceOf = (host: string | undefined) => {
    const role = hostRoleOf(host, rootDomain);
    if (!isSurface(role)) throw notFound();
    return role;
  };

  app.get("/sw.js", hidden, (request, reply) => {
    surfaceOf(request.headers.host);
    return reply
      .type("text/javascript; charset=utf-8")
      .header("cache-control", freshCaching)
      .header("content-security-policy", workerPolicy)
      .send(script);
  });

  app.get<{ Params: { file: string } }>("/pwa/:file", hidden, (request, reply) => {
    const { file } = request.params;
    const icon = icons.get(file);
    if (icon) return reply.type("image/png").header("cache-control", iconCaching).send(icon);
    const locale = /^([\w-]+)\.webmanifest$/.exec(file)?.[1];
    if (!isLocale(locale)) throw notFound();
    return reply
      .type("application/manifest+json; charset=utf-8")
      .header("cache-control", freshCaching)
      .send(JSON.stringify(manifest(env, surfaceOf(request.headers.host), locale)));
  });
};
