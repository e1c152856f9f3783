import fp from "fastify-plugin";
import type { Env } from "#server/env.ts";
import { throughUntrusted } from "#server/http/client-network.ts";

/** Warns once: visitors behind a proxy that TRUSTED_PROXIES does not name share the limits of one network. */
export const untrustedProxyPlugin = fp<Pick<Env, "trustedProxies">>((app, { trustedProxies }) => {
  const isUntrusted = throughUntrusted(trustedProxies);
  let isTold = false;
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    if (!isTold && isUntrusted(raw)) {
      isTold = true;
      app.log.warn(
        { proxy: raw.socket.remoteAddress },
        "X-Forwarded-For of a proxy is ignored: TRUSTED_PROXIES does not name it, so its visitors count as one network",
      );
    }
    done();
  });
});
