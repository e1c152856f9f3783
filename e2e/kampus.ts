/** A real server of the built product, with data of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { answerTo, payloadOf } from "#bench/measure/answer-to.ts";
import { freePort } from "#bench/measure/ports.ts";
import { inDatabase } from "#bench/seeded-database.ts";
import type { Deployment } from "#lib/site/surfaces.ts";
import { endedWithParent } from "#scripts/project/child.mjs";
import { inRoot, projectNode } from "#scripts/project/paths.mjs";
import { serverArguments, serverVariables } from "#scripts/project/serving.mjs";

export const captchaAnswer = "kampus";

/** A machine that runs all suites at once is slow to make a database. */
const startWithinMs = 90_000;
const pollEveryMs = 50;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that answers as Kampus: one node, or a proxy before several. */
export type Served = Pick<Kampus, "deployment" | "request">;

/** PostgreSQL, embedded or not. */
interface Database {
  query(statement: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export class Kampus {
  readonly deployment: Deployment;
  readonly #folder: string;
  #server: ChildProcess | undefined;
  #output = "";

  readonly #variables: Record<string, string>;

  readonly #root: string;

  private constructor(
    port: number,
    { folder, root }: { folder: string; root: string },
    variables: Record<string, string>,
  ) {
    this.deployment = { rootDomain: "kampus.localhost", scheme: "http", port: String(port) };
    this.#folder = folder;
    this.#root = root;
    this.#variables = variables;
  }

  /** `variables` override the usual ones, e.g. `{ RATE_LIMIT_SCALE: "1" }`; `root` is the folder of another build. */
  static async start(
    variables: Record<string, string> = {},
    root: string = inRoot("."),
  ): Promise<Kampus> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "kampus-e2e-"));
    const kampus = new Kampus(await freePort(), { folder, root }, variables);
    try {
      await kampus.#serve();
    } catch (error) {
      await kampus.close();
      throw error;
    }
    return kampus;
  }

  /**
   * Restarts the server. SIGKILL ends it like a loss of power, without an orderly stop. `variables` override those of the
   * start until the next restart.
   */
  async restart(
    signal: "SIGTERM" | "SIGKILL" = "SIGTERM",
    variables: Record<string, string> = {},
  ): Promise<void> {
    await this.end(signal);
    await this.#serve(variables);
  }

  /**
   * Stops the server, gives `change` the database, which only one process at a time may open if it is embedded, and starts
   * the server again.
   */
  async whileStopped(change: (database: Database) => Promise<unknown>): Promise<void> {
    await this.end("SIGTERM");
    const { DATABASE_URL } = this.#variables;
    if (DATABASE_URL) await inDatabase(DATABASE_URL, change);
    else {
      const database = await PGlite.create({ dataDir: path.join(this.#folder, "db") });
      await change(database).finally(() => database.close());
    }
    await this.#serve();
  }

  /** Starts another server, which is expected to refuse: returns its exit code and its standard error. */
  async refusedStart(
    variables: Record<string, string>,
  ): Promise<{ code: number; faults: string[] }> {
    const server = this.#spawn(variables);
    let errors = "";
    server.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await once(server, "close")) as [number]; // once answers any[]
    return { code, faults: errors.trimEnd().split("\n") };
  }

  async close(): Promise<void> {
    await this.end("SIGTERM");
    await rm(this.#folder, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get processId(): number {
    return this.#server?.pid ?? 0;
  }

  /** The output of the server, for the report of a journey that failed. */
  get output(): string {
    return this.#output;
  }

  request(host: string, target: string, asked: Asked = {}): Promise<Answer> {
    return request(this.deployment, host, target, asked);
  }

  #spawn(variables: Record<string, string> = {}): ChildProcess {
    return spawn(projectNode, [...endedWithParent("SIGTERM"), ...serverArguments], {
      cwd: this.#root,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: {
        ...process.env,
        ...serverVariables,
        NODE_ENV: "production",
        PORT: this.deployment.port,
        VAR_DIR: this.#folder,
        CAPTCHA_TEST_ANSWER: captchaAnswer,
        RATE_LIMIT_SCALE: "100",
        ...variables,
      },
    });
  }

  async #serve(variables: Record<string, string> = {}): Promise<void> {
    const server = this.#spawn({ ...this.#variables, ...variables });
    for (const stream of [server.stdout, server.stderr])
      stream?.on("data", (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#server = server;
    const deadline = Date.now() + startWithinMs;
    while (!(await this.#isReady())) {
      if (hasEnded(server) || Date.now() > deadline)
        throw new Error(`The server did not start:\n${this.#output}`);
      await wait(pollEveryMs);
    }
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await this.request("", "/readyz")).status === 200;
    } catch {
      return false; // nothing listens yet
    }
  }

  /** Sends the signal and returns the exit code; null when the signal ended the process. */
  async end(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<number | null> {
    const server = this.#server;
    if (!server || hasEnded(server)) return null;
    const exited = once(server, "exit");
    server.kill(signal);
    await exited;
    return server.exitCode;
  }
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A request by the name of the host, without a resolver. A form is sent unchanged, any other body as JSON. */
export async function request(
  { rootDomain, port }: Deployment,
  host: string,
  target: string,
  { method = "GET", headers = {}, body }: Asked = {},
): Promise<Answer> {
  const payload = await payloadOf(body);
  const answer = await answerTo(
    {
      ...{ port, path: target, method, agent: false },
      headers: {
        host: `${host}${host && "."}${rootDomain}:${port}`,
        ...payload.headers,
        ...headers,
      },
    },
    payload.content,
  );
  return { ...answer, body: answer.body.toString() };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;
