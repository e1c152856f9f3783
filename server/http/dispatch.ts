import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorCode } from "#lib/api/errors.ts";
import { negotiateLocale } from "#lib/i18n/negotiate-locale.ts";
import { createAdmission } from "#server/http/admission.ts";
import type { Stopping } from "#server/http/stopping.ts";
import { translatorFor } from "#server/infra/translations.ts";
import { hostnameOf, hostRoleOf, type HostRole } from "#lib/site/surfaces.ts";

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

interface Handlers {
  rootDomain: string;
  /** Another host that serves uploaded files alone (MEDIA_URL). */
  mediaUrl?: string | undefined;
  backend: RequestHandler;
  /** Multiplies how many calls of one token are let in at once (RATE_LIMIT_SCALE). */
  limitScale: number;
  /** Serves the pages, and sets all headers of its answers. */
  pages: RequestHandler;
  /** The headers of every other answer, unless the answer itself sets them. */
  headers: Record<string, string>;
  stopping: Pick<Stopping, "isStopping" | "watch">;
}

/**
 * One port for everything (docs/architecture.md): the host and the path of a request choose between the back end and
 * the pages; unknown hosts are refused. Sockets (/socket.io) never come here: Socket.IO takes them first.
 */
export function createDispatcher({
  rootDomain,
  mediaUrl,
  backend,
  limitScale,
  pages,
  headers,
  stopping,
}: Handlers): RequestHandler {
  const mediaHost = mediaUrl && new URL(mediaUrl).hostname;
  const fields = Object.entries(headers);
  const letIn = createAdmission(limitScale);
  const answerByBackend: RequestHandler = (request, response) => {
    for (const [name, value] of fields) response.setHeader(name, value);
    letIn({
      request,
      response,
      enter: () => {
        backend(request, response);
      },
    });
  };
  return (request, response) => {
    stopping.watch(response);
    if (stopping.isStopping()) response.setHeader("connection", "close");
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    // Probes arrive by IP address, so they are answered on any host.
    if (path === "/healthz" || path === "/readyz") {
      answerByBackend(request, response);
      return;
    }
    const { host } = request.headers;
    if (mediaHost && hostnameOf(host) === mediaHost) {
      if (path.startsWith("/files/")) answerByBackend(request, response);
      else refuse(request, response, headers);
      return;
    }
    const role = hostRoleOf(host, rootDomain);
    // An absolute address as the target could name another host than the header does.
    if (!role || !path.startsWith("/")) refuse(request, response, headers);
    else if (isBackend(role, path)) answerByBackend(request, response);
    else {
      // Next trusts this header to mean that its own middleware has run (CVE-2025-29927).
      delete request.headers["x-middleware-subrequest"];
      pages(request, response);
    }
  };
}

function isBackend(role: HostRole, path: string): boolean {
  return (
    role === "api" ||
    role === "messenger" ||
    role === "mail" ||
    path === "/config.js" ||
    path === "/sw.js" ||
    path.startsWith("/pwa/") ||
    path === "/api" ||
    path.startsWith("/api/") ||
    path.startsWith("/messenger/") ||
    path.startsWith("/files/") ||
    // The picture of an invitation has an address beside its page.
    (role === "site" && /^\/[\w-]+\/i\/[\w-]+\.png$/.test(path))
  );
}

const ownOfEveryHost = /^\/(api|messenger|healthz|readyz|files|pwa|config\.js|sw\.js)(?![^/?])/;

/** The route's own address: the messenger host leaves out the prefix /messenger (D-SURFACES). */
export function backendUrl(
  { url = "/", headers }: Pick<IncomingMessage, "url" | "headers">,
  rootDomain: string,
): string {
  const bare = hostRoleOf(headers.host, rootDomain) === "messenger" && !ownOfEveryHost.test(url);
  return bare ? `/messenger${url}` : url;
}

/** Refuses a request for a host that is not ours, with the usual error body, and closes its connection. */
function refuse(
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  headers: Record<string, string>,
): void {
  const locale = negotiateLocale(undefined, asked["accept-language"]);
  response.writeHead(421, {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    connection: "close",
  });
  const code: ErrorCode = "misdirected";
  response.end(JSON.stringify({ message: translatorFor(locale)("Errors.misdirected"), code }));
}
