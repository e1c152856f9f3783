import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isLocale } from "#lib/i18n/locales.ts";
import { negotiateLocale } from "#lib/i18n/negotiate-locale.ts";
import { notFound } from "#server/http/failure.ts";
import { type Translate, translatorFor } from "#server/infra/translations.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The locale in the path, else the best of Accept-Language (D-CONTRACT). */
    readonly locale: string;
    readonly translate: Translate;
  }
}

/**
 * The locale is read from the address itself, because routes whose schemas have other parameters drop it, and an
 * unknown route has no parameters.
 */
function pathLocale({ url }: FastifyRequest): string | undefined {
  const encoded = /^\/api\/([^/?]+)\//.exec(url)?.[1];
  try {
    return encoded && decodeURIComponent(encoded); // as the router reads it
  } catch {
    return undefined; // a malformed address, which no route takes
  }
}

function localeOf(request: FastifyRequest): string {
  const given = pathLocale(request);
  return isLocale(given) ? given : negotiateLocale(undefined, request.headers["accept-language"]);
}

/** For requests that never reached a route, and so carry no decorations: those with a malformed address. */
export const translatorOf = (request: FastifyRequest): Translate =>
  translatorFor(localeOf(request));

export const localePlugin = fp((app) => {
  app.decorateRequest("locale", {
    getter(this: FastifyRequest) {
      return localeOf(this);
    },
  });
  app.decorateRequest("translate", {
    getter(this: FastifyRequest) {
      return translatorOf(this);
    },
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const { locale } = request.params as { locale?: string }; // Fastify does not know the routes here
    done(locale === undefined || isLocale(locale) ? undefined : notFound());
  });
});
