/** The metrics of a node for the operator's Prometheus, on a port of its own. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { announceFiles } from "#server/storage/unclaimed-files.ts";
import { serveMetrics } from "#server/telemetry/metrics-server.ts";
import { signedInMembers } from "#server/testing/data/insert-members.ts";
import { freeTestPort } from "#server/testing/doubles/free-test-port.ts";
import { startTestKampus } from "#server/testing/test-kampus.ts";
import { testMessenger } from "#server/testing/test-messenger.ts";
import { closeSockets, connectSocket } from "#server/testing/test-socket.ts";

let port: number;
let kampus: Awaited<ReturnType<typeof startTestKampus>>;
beforeAll(async () => {
  port = await freeTestPort();
  kampus = await startTestKampus({ METRICS_PORT: String(port) });
});
afterAll(() => kampus.close());
afterEach(closeSockets);

const ask = async (path = "/metrics", method = "GET", at = port, headers = {}) => {
  const asked = request({ host: "127.0.0.1", port: at, path, method, headers, agent: false }).end();
  const [answer] = (await once(asked, "response")) as [NodeJS.ReadableStream & Answer];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
};

interface Answer {
  statusCode: number;
  headers: Record<string, string>;
}

/** The sum of all series of a metric with these labels. */
const valueOf = (metrics: string, name: string, labels: Record<string, string> = {}) =>
  metrics
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) =>
      Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
    )
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" ") + 1)), 0);

/** How much a metric grows while something happens. */
const growthOf = async (name: string, labels: Record<string, string>, happen: () => unknown) => {
  const before = valueOf((await ask()).body, name, labels);
  await happen();
  return async () => valueOf((await ask()).body, name, labels) - before;
};

const failedLogin = () => kampus.signIn("nobody@kampus.example", "wrong");

describe("a scrape", () => {
  it("counts requests by the template of their route, method and class of status", async () => {
    const [member] = await signedInMembers(kampus, 2);
    const labels = { route: "/api/:locale/user/:id", method: "GET" };
    const name = "kampus_http_request_duration_seconds_count";
    const grown = await growthOf(name, { ...labels, status: "4xx" }, () =>
      kampus.get("/api/ru/user/2147483000", { token: member.token }),
    );
    await expect.poll(grown).toBe(1);
  });

  it("counts a failed login once in the trail, and shows the work of its password", async () => {
    const name = "kampus_security_events_total";
    const grown = await growthOf(name, { event: "login_failed" }, failedLogin);
    expect(await grown()).toBe(1);
    const { body } = await ask();
    expect(body).toContain('kampus_work_running{work="password"} 0');
    expect(body).toContain('kampus_work_waiting{work="decode"} 0');
  });

  it("counts devices, published events and their deliveries", async () => {
    const [author, recipient] = await signedInMembers(kampus, 2);
    const messenger = testMessenger(kampus);
    const { id } = await messenger.open(author, recipient);
    const device = await connectSocket(kampus, recipient);
    expect(valueOf((await ask()).body, "kampus_sockets")).toBe(1);
    const say = async () => {
      await messenger.say(author, id, "Алло");
      await expect.poll(() => device.payloadsOf("message")).toHaveLength(1);
    };
    const published = await growthOf("kampus_published_events_total", { event: "message" }, say);
    expect(await published()).toBe(1);
    const delivered = await growthOf("kampus_deliveries_total", {}, async () => {
      await messenger.say(author, id, "Снова");
      await expect.poll(() => device.payloadsOf("message")).toHaveLength(2);
    });
    expect(await delivered()).toBeGreaterThanOrEqual(1);
  });

  it("reports that the node is ready, with its database, its disk and its process", async () => {
    const { body, headers } = await ask();
    expect(headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).toContain('kampus_readiness{status="ready"} 1');
    expect(body).toContain('kampus_readiness{status="not_ready"} 0');
    expect(body).toContain('kampus_database_state{state="ok"} 1');
    expect(valueOf(body, "kampus_database_connections_max")).toBeGreaterThanOrEqual(1);
    expect(valueOf(body, "kampus_disk_free_bytes")).toBeGreaterThan(0);
    expect(valueOf(body, "process_resident_memory_bytes")).toBeGreaterThan(0);
    expect(body).toContain("nodejs_eventloop_lag_p99_seconds ");
    const busyS = valueOf(body, "kampus_event_loop_busy_seconds_total");
    expect(busyS).toBeGreaterThan(0);
    expect(busyS).toBeLessThan(process.uptime());
  });

  it("reports how many mails were sent, and that none waits", async () => {
    const sent = { kind: "mail", outcome: "done" };
    const grown = await growthOf("kampus_jobs_total", sent, () => kampus.member());
    await expect.poll(grown).toBeGreaterThanOrEqual(1);
    expect((await ask()).body).toContain('kampus_job_oldest_age_seconds{kind="sms"} 0');
  });

  it("reports how much of its ids each sequence has given out, of bigints those that the contract takes", async () => {
    const used = async (sequence = "media_id_seq") =>
      valueOf((await ask()).body, "kampus_ids_used_ratio", { sequence });
    await sql`SELECT setval('media_id_seq', 1073741824)`.execute(kampus.db);
    expect(await used()).toBeCloseTo(0.5, 5);
    await sql`ALTER TABLE media ALTER COLUMN id TYPE bigint`.execute(kampus.db);
    expect(await used()).toBeCloseTo(0.5, 5);
    // Its first id is 1,000,000,000.
    await sql`SELECT nextval('member_object_ids')`.execute(kampus.db);
    expect(await used("member_object_ids")).toBeCloseTo(0, 5);
    await sql`SELECT setval('member_object_ids', 2147483647)`.execute(kampus.db);
    expect(await used("member_object_ids")).toBe(1);
  });

  it("reports for how long a file has been due that no sweep has removed", async () => {
    const late = async () => valueOf((await ask()).body, "kampus_unclaimed_files_late_seconds");
    await announceFiles(kampus.db, "media/announced");
    expect(await late()).toBe(0);
    const anHourAgo = sql<Date>`now() - interval '1 hour'`;
    await kampus.db.updateTable("unclaimed_files").set({ removable_at: anHourAgo }).execute();
    expect(await late()).toBeCloseTo(3600, -2);
    await kampus.db.deleteFrom("unclaimed_files").execute();
    expect(await late()).toBe(0);
  });

  it("reports how long the oldest report has been open", async () => {
    const age = async () => valueOf((await ask()).body, "kampus_reports_oldest_age_seconds");
    expect(await age()).toBe(0);
    const [one, other] = await signedInMembers(kampus, 2);
    for (const [reporter, reported] of [
      [one, other],
      [other, one],
    ] as const)
      await kampus.post("/api/en/reports", { user_id: reported.id, reason: "spam" }, reporter);
    const anHourAgo = sql<Date>`now() - interval '1 hour'`;
    const reportsOf = ({ id }: { id: number }) =>
      kampus.db.updateTable("reports").where("reporter_id", "=", id);
    await reportsOf(one).set({ created_at: anHourAgo }).execute();
    expect(await age()).toBeCloseTo(3600, -2);
    await reportsOf(one).set({ closed_at: new Date() }).execute();
    expect(await age()).toBeLessThan(60);
    await kampus.db.deleteFrom("reports").execute();
  });

  it("counts the runs of recurring work, of which a failed one is no success", async () => {
    const files = { work: "files" };
    const [failures, successes] = [
      "kampus_recurring_failures_total",
      "kampus_recurring_successes_total",
    ];
    const rename = (from: string, to: string) =>
      sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(kampus.db);
    const succeeded = await growthOf(successes, files, () => kampus.app.sweepFiles());
    expect(await succeeded()).toBe(1);
    const before = valueOf((await ask()).body, successes, files);
    await rename("unclaimed_files", "away");
    const failed = await growthOf(failures, files, async () => {
      await expect(kampus.app.sweepFiles()).rejects.toThrow("unclaimed_files");
    });
    expect(await failed()).toBe(1);
    await rename("away", "unclaimed_files");
    const { body } = await ask();
    expect(valueOf(body, successes, files)).toBe(before);
    expect(body).toContain('kampus_recurring_failures_total{work="purge"} 0');
  });

  it("contains no address of a page, no member and no secret", async () => {
    const member = await kampus.member({ email: "canary.metrics@kampus.example" });
    await kampus.get("/api/ru/user/424242?canary", { token: member.token });
    await kampus.get("/api/canary/%zzcanary");
    await kampus.get("/canary");
    const { body } = await ask();
    expect(body).toContain('route="none"');
    for (const secret of ["canary", "424242", member.token, "127.0.0.1", "Каримов"])
      expect(body).not.toContain(secret);
  });

  it("has the same number of series however many addresses are requested", async () => {
    const askFor = async (from: number) => {
      for (let id = from; id < from + 20; id += 1)
        await kampus.get(`/api/ru/objects/${id}/nothing`);
      // Those of Node itself come and go with its resources.
      return (await ask()).body.match(/^kampus_/gm)?.length;
    };
    expect(await askFor(100)).toBe(await askFor(500));
  });
});

describe("the port of the metrics", () => {
  it.each([
    ["/metrics", "POST", 405],
    ["/metrics", "HEAD", 405],
    ["/metrics/", "GET", 404],
    ["/", "GET", 404],
    ["/readyz", "GET", 404],
    ["/api/languages", "GET", 404],
  ])("answers %s by %s with %i", async (path, method, status) => {
    expect(await ask(path, method)).toMatchObject({ status, body: "" });
  });

  it.each(["site", "api", "messenger"])(
    "is the only one: members' port has no metrics on the host %s",
    async (host) => {
      const headers = { host: `${host}.kampus.localhost` };
      const answer = await ask("/metrics", "GET", await kampus.listen(), headers);
      expect(answer.status).toBe(404);
      expect(answer.body).not.toContain("kampus_");
    },
  );

  it("that is in use stops the start, with one line that names it", async () => {
    const another = serveMetrics({
      host: "127.0.0.1",
      port,
      contentType: "text/plain",
      log: pino({ level: "silent" }),
      render: () => Promise.resolve(""),
    });
    await expect(another).rejects.toMatchObject({
      lines: [expect.stringMatching(/^METRICS_PORT \d+: .*EADDRINUSE/)],
    });
  });
});

it("a node closes the port of its metrics when it ends", async () => {
  const free = await freeTestPort();
  const node = await startTestKampus({ METRICS_PORT: String(free) });
  expect((await ask("/metrics", "GET", free)).status).toBe(200);
  await node.close();
  await expect(ask("/metrics", "GET", free)).rejects.toThrow("ECONNREFUSED");
});

it("docs/architecture.md has a row for all work that recurs, and no other", async () => {
  const text = readFileSync("docs/architecture.md", "utf8");
  const documented = [...text.matchAll(/^\| [\d.]+ (?:s|min|h|day) +\| `(\w+)`/gm)];
  const metrics = (await ask()).body;
  const recurring = [...metrics.matchAll(/^kampus_recurring_successes_total\{work="(\w+)"/gm)];
  const namesOf = (found: RegExpExecArray[]) => found.map(([, name]) => name).toSorted();
  expect(namesOf(documented)).toEqual(namesOf(recurring));
});

it("docs/metrics.md has a row for every metric, and no other", async () => {
  const table = readFileSync("docs/metrics.md", "utf8");
  const documented = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name = ""]) => name);
  const exported = [...(await ask()).body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  expect(documented.filter((name) => !exported.includes(name))).toEqual([]);
  const own = exported.filter((name) => name?.startsWith("kampus_"));
  expect(own.filter((name) => !documented.includes(name ?? ""))).toEqual([]);
});
