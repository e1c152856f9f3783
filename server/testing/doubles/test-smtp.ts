/** A mail server of this machine, for tests of mail sent by SMTP. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  headers: Map<string, string>;
  text: string;
  html: string;
}

interface Answers {
  port?: number;
  /** Throws the server's refusal of a recipient, or of a completely read mail. */
  onRecipient?: (address: string) => void;
  onMail?: (mail: ReceivedMail) => void;
}

/** A refusal of an SMTP server, e.g. 451 "try later". */
export const smtpError = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

export async function startTestSmtp({ port = 0, onRecipient, onMail }: Answers = {}) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo({ address }, _session, done) {
      attempt(() => onRecipient?.(address), done);
    },
    onData(stream, { envelope }, done) {
      const accept = (raw: string) => {
        const mail = parseMail(raw);
        mail.from = envelope.mailFrom ? envelope.mailFrom.address : "";
        mail.to = envelope.rcptTo.map(({ address }) => address);
        attempt(() => {
          onMail?.(mail);
          received.push(mail);
        }, done);
      };
      text(stream).then(accept, done); // a client may hang up before the end
    },
  });
  server.on("error", () => undefined); // a client that hangs up
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address() as AddressInfo; // it listens on a port
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    to: (recipient: string) => received.filter((mail) => mail.to.includes(recipient)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}

function attempt(action: () => void, done: (error?: Error) => void): void {
  try {
    action();
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

function parseMail(raw: string): ReceivedMail {
  const { headers, body } = splitPart(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1] ?? "none";
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitPart(part.replace(/^\r\n/, "")));
  const partOf = (type: string) => {
    const part = parts.find((one) => one.headers.get("content-type")?.startsWith(type));
    return part ? decode(part.body, part.headers.get("content-transfer-encoding")) : "";
  };
  return { from: "", to: [], headers, text: partOf("text/plain"), html: partOf("text/html") };
}

function splitPart(raw: string) {
  const [head = "", ...body] = raw.split("\r\n\r\n");
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const [name = "", ...value] = line.split(":");
      return [name.toLowerCase(), decodeWords(value.join(":").trim())];
    }),
  );
  return { headers, body: body.join("\r\n\r\n") };
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding === "quoted-printable") return fromQuoted(body.replace(/=\r\n/g, ""));
  return body;
}

const fromQuoted = (quoted: string) =>
  Buffer.from(
    quoted.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1",
  ).toString();

/** Words of a header that are not ASCII: `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=`. */
const decodeWords = (value: string) =>
  value
    .replace(/\?= =\?/g, "?==?")
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString()
        : fromQuoted(word.replaceAll("_", " ")),
    );
