/** The least that pages, an API and a database cost together: Fastify, Next with the pages of Kampus, and a pool of pg. Runs by itself. */
import Fastify from "fastify";
import createNext from "next";
import { Pool } from "pg";

const [databaseUrl = ""] = process.argv.slice(2);
/** The pool has as many connections as that of Kampus. */
const pool = new Pool({ connectionString: databaseUrl, max: 20 });
await pool.query("select 1");
const next = createNext({ dev: false, dir: process.cwd() });
await next.prepare();
const render = next.getRequestHandler();
const app = Fastify();
app.get("/api/time", async () => ({ data: (await pool.query("select now()")).rows as unknown[] }));
app.setNotFoundHandler(async (request, reply) => {
  reply.hijack();
  await render(request.raw, reply.raw);
});

await app.listen({ port: 0, host: "127.0.0.1" });
const [address] = app.addresses();
if (typeof address === "object") process.send?.(address.port);
