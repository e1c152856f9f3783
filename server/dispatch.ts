import type { IncomingMessage, ServerResponse } from "node:http";
import { hostRoleOf, type HostRole } from "#lib/surfaces.ts";

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

interface Handlers {
  rootDomain: string;
  backend: RequestHandler;
  pages: RequestHandler;
}

/**
 * One port for everything (architecture.md, Runtime): the host and the path of a request choose between the
 * back end and the pages; hosts of others are refused. Sockets (/socket.io) never come here: Socket.IO takes them first.
 */
export function createDispatcher({ rootDomain, backend, pages }: Handlers): RequestHandler {
  return (request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    // Probes come by address, whatever the host.
    if (path === "/healthz" || path === "/readyz") {
      backend(request, response);
      return;
    }
    const role = hostRoleOf(request.headers.host, rootDomain);
    // An absolute address as the target would name another host than the header does.
    if (!role || !path.startsWith("/")) refuse(response);
    else if (isBackend(role, path)) backend(request, response);
    else {
      // Next trusts this header to say that its own middleware has run (CVE-2025-29927).
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
    path === "/api" ||
    path.startsWith("/api/") ||
    path.startsWith("/messenger/")
  );
}

const ownOfEveryHost = /^\/(api|messenger|healthz|readyz|config\.js)(?![^/?])/;

/** The route's own address: the messenger host leaves out the prefix /messenger (product.md §3). */
export function backendUrl(
  { url = "/", headers }: Pick<IncomingMessage, "url" | "headers">,
  rootDomain: string,
): string {
  const bare = hostRoleOf(headers.host, rootDomain) === "messenger" && !ownOfEveryHost.test(url);
  return bare ? `/messenger${url}` : url;
}

function refuse(response: ServerResponse): void {
  response.writeHead(421, {
    "content-type": "application/json; charset=utf-8",
    connection: "close",
  });
  response.end(JSON.stringify({ message: "This host is not served here", code: "misdirected" }));
}
