import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createLog } from "#server/infra/log.ts";
import { noteSecurityEvent, securityEvents } from "#server/plugins/security-trail.ts";

describe("a line of the security trail", () => {
  it("has one shape: what happened, to which account, from which network, and why", () => {
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    const details = { ip: "2001:db8:1:2:3::4", reason: "network", waitS: 29.2, reqId: "r" };
    noteSecurityEvent(log, "login_delayed", { account: 7, ...details });
    noteSecurityEvent(log, "sessions_ended", { account: 7, ip: null, count: 2 });
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        level: 40,
        msg: "security",
        security: "login_delayed",
        account: 7,
        network: "2001:db8:1:2::/64",
        reason: "network",
        waitS: 30,
        reqId: "r",
      },
      { level: 30, msg: "security", security: "sessions_ended", network: null, count: 2 },
    ]);
  });

  it("is of an event that docs/security.md explains, and all that it explains exist", () => {
    const document = readFileSync(new URL("../../docs/security.md", import.meta.url), "utf8");
    const table = document.slice(document.indexOf("| Event"));
    const explained = [...table.matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name]) => name);
    expect(explained.toSorted()).toEqual(Object.keys(securityEvents).toSorted());
  });
});
