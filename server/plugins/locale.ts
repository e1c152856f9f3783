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

/** From the address itself: schemas of other parameters drop it, and an unknown route has none. */
const pathLocale = ({ url }: FastifyRequest) => /^\/api\/([^/?]+)\//.exec(url)?.[1];

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
    const { locale } = request.params as { locale?: string };
    if (locale !== undefined && !isLocale(locale)) throw notFound();
  });
});
