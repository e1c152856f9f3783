import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isLocale } from "#lib/i18n/locales.ts";
import { negotiateLocale } from "#lib/i18n/negotiate-locale.ts";
import { notFound } from "#server/failure.ts";
import { type Translate, translatorFor } from "#server/translations.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The locale in the path, else the best of Accept-Language (product.md §3). */
    readonly locale: string;
    readonly translate: Translate;
  }
}

const pathLocale = (request: FastifyRequest) =>
  (request.params as { locale?: string } | null)?.locale;

export const localePlugin = fp((app) => {
  app.decorateRequest("locale", {
    getter(this: FastifyRequest) {
      const given = pathLocale(this);
      return isLocale(given) ? given : negotiateLocale(undefined, this.headers["accept-language"]);
    },
  });
  app.decorateRequest("translate", {
    getter(this: FastifyRequest) {
      return translatorFor(this.locale);
    },
  });
  app.addHook("onRequest", async (request) => {
    const given = pathLocale(request);
    if (given !== undefined && !isLocale(given)) throw notFound();
  });
});
