import { type RuntimeConfig, runtimeConfigGlobal } from "#lib/config/schema.ts";
import type { Env } from "#server/env.ts";

/**
 * `/config.js`: what the browser learns at run time. It also sets the colour scheme the person chose (cookie
 * `color_scheme`, shared by the subdomains) before anything is painted.
 */
export function configScript({ deployment, accountDomains, brand }: Env): string {
  const config: RuntimeConfig = { ...deployment, accountDomains, brand };
  return `window.${runtimeConfigGlobal}=${JSON.stringify(config)};
(function(){var m=/(?:^|; )color_scheme=(light|dark)/.exec(document.cookie);
document.documentElement.setAttribute("data-mantine-color-scheme",m?m[1]:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light")})();
`;
}
