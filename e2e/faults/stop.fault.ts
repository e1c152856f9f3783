/** A node that is told to stop while what it depends on has stopped answering. */
import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { startFaultProxy } from "#e2e/faults/fault-proxy.ts";
import { type Postgres, startPostgres } from "#e2e/faults/postgres.ts";
import { closedAtEnd } from "#e2e/faults/site.ts";
import { Kampus } from "#e2e/kampus.ts";
import { karimov, newAccount } from "#e2e/members.ts";
import { startTestSmtp } from "#server/testing/doubles/test-smtp.ts";

/** It has ten seconds (server/main.ts); a machine that runs all suites at once is late. */
const endedWithinMs = 15_000;

let postgres: Postgres;
let databaseProxy: Awaited<ReturnType<typeof startFaultProxy>>;
let smtp: Awaited<ReturnType<typeof startTestSmtp>>;
let smtpProxy: Awaited<ReturnType<typeof startFaultProxy>>;
/** The mail server has read a recipient, and is about to accept it. */
let onRecipient: () => void = () => undefined;
let node: Kampus;
const opened = closedAtEnd();
beforeAll(async () => {
  postgres = await opened(startPostgres());
  databaseProxy = await opened(startFaultProxy(postgres.port));
  smtp = await opened(
    startTestSmtp({
      onRecipient: () => {
        onRecipient();
      },
    }),
  );
  smtpProxy = await opened(startFaultProxy(smtp.port));
  const DATABASE_URL = postgres.url.replace(`:${postgres.port}/`, `:${databaseProxy.port}/`);
  const SMTP_URL = `smtp://127.0.0.1:${smtpProxy.port}`;
  node = await opened(Kampus.start({ DATABASE_URL, SMTP_URL }));
});

async function stop() {
  const startedAt = performance.now();
  const code = await node.end("SIGTERM");
  return { code, isInTime: performance.now() - startedAt < endedWithinMs };
}

/** Sends the beginning of a form, for whose rest the node waits. */
async function sendHalfForm() {
  const socket = connect(Number(node.deployment.port), "127.0.0.1");
  socket.on("error", () => undefined); // the node hangs up at its end
  await once(socket, "connect");
  const host = `site.${node.deployment.rootDomain}:${node.deployment.port}`;
  const head = `POST /api/ru/login HTTP/1.1\r\nHost: ${host}\r\nExpect: 100-continue\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`);
  await once(socket, "data"); // it asks for the rest
}

describe("a node that is stopped by SIGTERM", () => {
  it("ends in time with code 0 beside a half-sent form and a silent mail server, and its mail leaves soon after", async () => {
    const silenced = new Promise<void>((resolve) => {
      onRecipient = () => {
        smtpProxy.silence();
        resolve();
      };
    });
    const { email } = await newAccount(node, karimov);
    await silenced;
    await sendHalfForm();
    expect(await stop()).toEqual({ code: 0, isInTime: true });
    onRecipient = () => undefined;
    smtpProxy.restore();
    await node.restart();
    await expect.poll(() => smtp.to(email).length, { timeout: 60_000 }).toBe(1);
  });

  it("ends in time with code 0 while its database is silent", async () => {
    databaseProxy.silence();
    expect(await stop()).toEqual({ code: 0, isInTime: true });
  });
});
