import type { Socket } from "node:net";
import { defaultLocale } from "#lib/i18n/locales.ts";
import { translatorFor } from "#server/infra/translations.ts";

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers invalid HTTP, which has no route and no language, with the usual error body. */
export function refuseUnreadable({ code = "" }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const message = translatorFor(defaultLocale)("Errors.malformed");
  const body = JSON.stringify({ message, code: "malformed" });
  socket.end(
    [
      `HTTP/1.1 ${statusLines[code] ?? "400 Bad Request"}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
