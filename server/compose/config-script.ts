import { announcementClosedCookie, tokenCookie } from "#lib/browser/cookie-names.ts";
import { earlyCallsGlobal, earlyForAll, earlyScreens } from "#lib/api/early-calls.ts";
import { type Announcement, type RuntimeConfig, runtimeConfigGlobal } from "#lib/config/schema.ts";
import { defaultLocale, locales } from "#lib/i18n/locales.ts";
import type { Surface } from "#lib/site/surfaces.ts";
import { goOnTranslated } from "#server/compose/translated-page.ts";
import type { Env } from "#server/env.ts";
import { translatorFor } from "#server/infra/translations.ts";
import { sendsTexts } from "#server/sms/deliver-sms.ts";

interface ScriptOptions {
  /** Null on hosts without pages. */
  surface: Surface | null;
  /** What the operator sets while nodes run. */
  announcement: Announcement | null;
  registrationClosed: boolean;
}

type ConfigEnv = Pick<Env, "deployment" | "accountDomains" | "brand" | "hasMailbox" | "smsUrl">;

/**
 * `/config.js`: the configuration of the browser at run time. It also sets the colour scheme that the visitor chose
 * (cookie `color_scheme`, shared by the subdomains) before the first paint, marks a browser without a session, an open
 * conversation, a closed sign-up and a deployment that sends no text messages, and gives the announcement bar its text, so
 * that the first paint includes it. It loads a page anew once whose first scripts are missing, and lets React go on in a page
 * that the browser translates. Last it sends the first calls
 * of a member, as one request (lib/api/early-calls.ts).
 */
export function configScript(
  env: ConfigEnv,
  { surface, announcement, registrationClosed }: ScriptOptions,
): string {
  const { deployment, accountDomains, brand, hasMailbox } = env;
  const textMessages = sendsTexts(env);
  const config: RuntimeConfig = {
    ...deployment,
    accountDomains,
    brand,
    ...(hasMailbox && { mailbox: true }),
    ...(textMessages && { textMessages }),
    ...(registrationClosed && { registrationClosed: closedTexts() }),
    ...(announcement && { announcement }),
  };
  return `window.${runtimeConfigGlobal}=${JSON.stringify(config)};
(function(){var c=document.cookie,d=document.documentElement,a=window.location,m=/(?:^|; )color_scheme=(light|dark)/.exec(c);
d.setAttribute("data-mantine-color-scheme",m?m[1]:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light");
if(a&&/^\\/[\\w-]+\\/(private|group)\\/\\d+\\/?$/.test(a.pathname))d.setAttribute("data-conversation","");${registrationClosed ? 'd.setAttribute("data-signup-closed","");' : ""}${textMessages ? "" : 'd.setAttribute("data-no-texts","");'}
if(!/(?:^|; )${tokenCookie}=/.test(c))d.setAttribute("data-visitor","")${announcement ? showing(announcement) : ""}})();
${surface ? reloadOnce + goOnTranslated + sendEarlyCalls(surface) : ""}
`;
}

/** As the API says it; in no document, because it is seldom needed. */
const closedTexts = () =>
  Object.fromEntries(
    locales.map((locale) => [locale, translatorFor(locale)("Errors.registrationClosed")]),
  );

/**
 * Where another build has meanwhile taken over, a script that the page begins with is missing, and without it the page would
 * never come alive (S-FAILURES). Only those have an integrity; a part on demand that is missing is reported by the page.
 */
const reloadOnce = `
addEventListener("error",function(e){var f=e.target;
if(f.nodeName=="SCRIPT"&&f.integrity&&navigator.onLine&&!(Date.now()-sessionStorage.reloadedAt<6e4)){
sessionStorage.reloadedAt=Date.now();location.reload()}},true);`;

/** The headers are those of the API client. A failure is left to the client, which asks again. */
const sendEarlyCalls = (surface: Surface) => `
(function(){var k=/(?:^|; )${tokenCookie}=([^;]*)/.exec(document.cookie),a=window.location,l=document.documentElement.lang;
if(!k||!a)return;
k=k[1];
var x=new AbortController(),w=a.pathname.slice(1+l.length).replace(/\\/$/,""),p=${JSON.stringify(earlyForAll)};
${JSON.stringify(earlyScreens[surface])}.forEach(function(o){var f=new RegExp("^"+o.pattern+"$").exec(w);
if(f)o.paths.forEach(function(t){p.push(t.replace(/[$](\\d)/g,function(_,n){return f[n]}))})});
window.${earlyCallsGlobal}={token:k,sentAt:Date.now(),abort:function(){x.abort()},
asked:p.map(function(t){return t.replace("{locale}",l)}),
answers:fetch("/api/"+l+"/early?path="+encodeURIComponent(w),
{headers:{Accept:"application/json","Accept-Language":l,Authorization:"Bearer "+k},credentials:"omit",signal:x.signal})
.then(function(r){return r.ok?r.json():{}}).catch(function(){return{}})}})();`;

/**
 * Shown only to a member who has not closed it, and not once it has ended, in case the script comes from a cache. In one that
 * has just come from the server, the end is given by the clock of the device, which may be wrong.
 */
const showing = ({ id, ends_at }: Announcement) => `
else{var n=window.${runtimeConfigGlobal}.announcement,e=performance.getEntriesByName(document.currentScript.src)[0];
if(e&&e.transferSize&&!e.workerStart)n.ends_at=new Date(Date.now()+${Date.parse(ends_at) - Date.now()}).toJSON();
if(!/(?:^|; )${announcementClosedCookie}=${id}(?:;|$)/.test(c)&&Date.now()<Date.parse(n.ends_at)){
d.style.setProperty("--announcement",JSON.stringify(n.texts[d.lang]||n.texts[${JSON.stringify(defaultLocale)}]));
d.setAttribute("data-announcement","")}}`;
