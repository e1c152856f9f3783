import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#server/infra/log.ts";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";
import { statusAndBody } from "#server/testing/answers.ts";
import { startTestKampus, type TestKampus } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

const stolen = "école buissonnière";
const digitsOf = (password: string) =>
  createHash("sha1").update(password.normalize("NFC")).digest("hex").toUpperCase();
const padding = `${digitsOf("never seen").slice(5)}:0`;

let asked: { path: string; padding: unknown }[] = [];
const listing = (request: IncomingMessage, response: ServerResponse) => {
  asked.push({ path: request.url ?? "", padding: request.headers["add-padding"] });
  response.end(`${padding}\r\n${digitsOf(stolen).slice(5)}:37\r\n`);
};
let answer = listing;

let kampus: TestKampus;
const lines: string[] = [];
const service = createServer((request, response) => {
  answer(request, response);
});
beforeAll(async () => {
  const url = `http://127.0.0.1:${await listenOnFreePort(service)}/range`;
  const log = createLog("info", { write: (line) => void lines.push(line) });
  kampus = await startTestKampus({ LEAKED_PASSWORDS_URL: url }, log);
});
afterAll(async () => {
  await kampus.close();
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  [asked, answer] = [[], listing];
});

const message = "Этот пароль есть в списках украденных. Придумайте другой";
const leaked = { errors: { password: [message] } };

describe("a password that was stolen elsewhere", () => {
  it("is refused at the sign-up, at a change and at a reset, on its field, and no code is spent", async () => {
    await expect(kampus.signUp({ password: stolen })).rejects.toThrow(message);
    const recovery = testRecovery(kampus);
    const { email, password, token, code } = await recovery.memberWithCode();
    const next = { password: stolen, password_confirmation: stolen };
    const changed = await kampus.put(
      "/api/ru/profile/setting/password",
      { current_password: password, ...next },
      { token },
    );
    expect(statusAndBody(changed)).toMatchObject([422, leaked]);
    const reset = await recovery.reset(code, stolen);
    expect(statusAndBody(reset)).toMatchObject([422, leaked]);
    expect((await recovery.reset(code, "never seen")).statusCode).toBe(200);
    expect((await kampus.signIn(email, "never seen")).statusCode).toBe(200);
  });

  it("is recognised in any Unicode composition", async () => {
    await expect(kampus.signUp({ password: stolen.normalize("NFD") })).rejects.toThrow(message);
  });

  it("is looked up by five digits of its hash alone, in a padded answer", async () => {
    await kampus.signUp({ password: "a long secret" });
    expect(asked).toEqual([
      { path: `/range/${digitsOf("a long secret").slice(0, 5)}`, padding: "true" },
    ]);
  });

  it("is not recognised by a padding entry", async () => {
    expect((await kampus.signUp({ password: "never seen" })).id).toBeGreaterThan(0);
  });
});

describe("a service of leaked passwords that fails", () => {
  it.each<[string, typeof listing]>([
    ["an error", (_request, response) => response.writeHead(500).end()],
    ["a redirect", (_request, response) => response.writeHead(302, { location: "/" }).end()],
    ["a broken connection", ({ socket }) => socket.destroy()],
    ["no answer", () => undefined],
  ])(
    "with %s refuses no password, and the log says so without the password",
    async (_title, fail) => {
      answer = fail;
      lines.length = 0;
      await kampus.signUp({ password: stolen });
      const written = lines.join("");
      expect(written).toContain("LEAKED_PASSWORDS_URL did not answer");
      expect(written).not.toContain(stolen);
      expect(written).not.toContain(digitsOf(stolen).slice(5));
    },
  );
});
