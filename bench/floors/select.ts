/** The least that an answer from the database costs: a bare Fastify route with one SELECT by primary key. Runs by itself. */
import Fastify from "fastify";
import { Pool } from "pg";

const [databaseUrl = "", userId = ""] = process.argv.slice(2);
/** The pool has as many connections as that of Kampus. */
const pool = new Pool({ connectionString: databaseUrl, max: 20 });
const app = Fastify();

app.get("/", async () => {
  const { rows } = await pool.query(
    "select id, email, surname, name, patronymic, locale, verified_at from users where id = $1",
    [userId],
  );
  return { data: rows[0] as unknown };
});

await app.listen({ port: 0, host: "127.0.0.1" });
const [address] = app.addresses();
if (typeof address === "object") process.send?.(address.port);
