import { announcementClosedCookie, tokenCookie } from "#lib/browser/cookie-names.ts";
import { type Announcement, type RuntimeConfig, runtimeConfigGlobal } from "#lib/config/schema.ts";
import { defaultLocale } from "#lib/i18n/locales.ts";
import type { Env } from "#server/env.ts";

type ConfigEnv = Pick<Env, "deployment" | "accountDomains" | "brand">;

/**
 * `/config.js`: the configuration of the browser at run time. It also sets the colour scheme that the visitor chose
 * (cookie `color_scheme`, shared by the subdomains) before the first paint, marks a browser without a session, and
 * gives the announcement bar its text, so that the first paint includes it.
 */
export function configScript(
  { deployment, accountDomains, brand }: ConfigEnv,
  announcement: Announcement | null,
): string {
  const config: RuntimeConfig = {
    ...{ ...deployment, accountDomains, brand },
    ...(announcement && { announcement }),
  };
  return `window.${runtimeConfigGlobal}=${JSON.stringify(config)};
(function(){var c=document.cookie,d=document.documentElement,m=/(?:^|; )color_scheme=(light|dark)/.exec(c);
d.setAttribute("data-mantine-color-scheme",m?m[1]:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light");
if(!/(?:^|; )${tokenCookie}=/.test(c))d.setAttribute("data-visitor","")${announcement ? showing(announcement) : ""}})();
`;
}

/** Shown only to a member who has not closed it, and not once it has ended, in case the script comes from a cache. */
const showing = ({ id }: Announcement) => `
else{var a=window.${runtimeConfigGlobal}.announcement;
if(!/(?:^|; )${announcementClosedCookie}=${id}(?:;|$)/.test(c)&&Date.now()<Date.parse(a.ends_at)){
d.style.setProperty("--announcement",JSON.stringify(a.texts[d.lang]||a.texts[${JSON.stringify(defaultLocale)}]));
d.setAttribute("data-announcement","")}}`;
