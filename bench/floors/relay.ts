/**
 * The least that passing messages on costs: Socket.IO and node:http, which store nothing, or with a database one INSERT a
 * message. Who holds token `n` is member `n`; chat `k` is that of the k-th so many members, who are two with a room each, or
 * more with one room. Runs by itself.
 */
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { Pool } from "pg";
import { Server } from "socket.io";

const [each = "2", databaseUrl = ""] = process.argv.slice(2);
const membersEach = Number(each);
/** The pool has as many connections as that of Kampus. */
const pool = databaseUrl ? new Pool({ connectionString: databaseUrl, max: 20 }) : null;
await pool?.query(`CREATE TABLE IF NOT EXISTS relayed (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, chat_id int, author_id int, client_id uuid, text text)`);

interface Sent {
  chat_id: number;
  client_id: string;
  text: string;
}

const memberOf = ({ headers }: IncomingMessage) =>
  Number(headers.authorization?.replace("Bearer ", ""));

const server = createServer((request, response) => {
  const answer = (status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  pass(request).then(
    (message) => answer(201, { data: message }),
    (error: unknown) => answer(500, { message: String(error) }),
  );
});
const io = new Server(server, { serveClient: false });
io.on("connection", (socket) => {
  const member = memberOf(socket.request);
  void socket.join(
    membersEach === 2 ? `user:${member}` : `chat:${Math.ceil(member / membersEach)}`,
  );
});

async function pass(request: IncomingMessage): Promise<object> {
  const { chat_id, client_id, text: said } = JSON.parse(await text(request)) as Sent; // only the benchmark sends
  const message = { chat_id, client_id, author: memberOf(request), text: said };
  await pool?.query({
    name: "relay",
    text: "INSERT INTO relayed (chat_id, author_id, client_id, text) VALUES ($1, $2, $3, $4)",
    values: [chat_id, message.author, client_id, said],
  });
  const rooms =
    membersEach === 2 ? [`user:${2 * chat_id - 1}`, `user:${2 * chat_id}`] : `chat:${chat_id}`;
  io.to(rooms).emit("message", message);
  return message;
}

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as { port: number }; // it listens on a port
  process.send?.(port);
});
