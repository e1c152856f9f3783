/**
 * A relay between a server and PostgreSQL that reads the plans of all statements: auto_explain sends them as notices
 * (protocol message N), which the server ignores.
 */
import { connect, createServer, type Socket } from "node:net";
import { once } from "node:events";

const settings = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
  client_min_messages: "log",
};

interface PlanRelay extends Disposable {
  /** Leads to the same database through the relay; for a role that may load auto_explain. */
  url: string;
  /** Plans read since the last call, each with the statement before it. */
  take: () => string[];
}

export async function openPlanRelay(databaseUrl: string): Promise<PlanRelay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let plans: string[] = [];
  const relay = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.once("error", () => to.destroy()).once("close", () => to.destroy());
    }
    database.on(
      "data",
      noticeReader((message) => {
        if (message.includes("plan:\n")) plans.push(message);
      }),
    );
  }).listen(0, "127.0.0.1");
  await once(relay, "listening");
  const address = relay.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");

  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  url.searchParams.set("options", options.join(" "));
  return {
    url: url.href,
    take() {
      const taken = plans;
      plans = [];
      return taken;
    },
    [Symbol.dispose]() {
      relay.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Reads what PostgreSQL sends: messages of a type, a length that counts itself, and content. */
function noticeReader(onNotice: (message: string) => void): (chunk: Buffer) => void {
  let left = Buffer.alloc(0);
  return (chunk) => {
    left = Buffer.concat([left, chunk]);
    while (left.length >= 5) {
      const end = 1 + left.readInt32BE(1);
      if (left.length < end) return;
      if (left.toString("latin1", 0, 1) === "N") {
        const fields = left.toString("utf8", 5, end).split("\0");
        onNotice(fields.find((field) => field.startsWith("M"))?.slice(1) ?? "");
      }
      left = left.subarray(end);
    }
  };
}
