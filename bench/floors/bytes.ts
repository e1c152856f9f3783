/** Stands in for nginx where there is none: a bare node:http server of one file, its headers beside it. Runs by itself. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [file = "", ...headers] = process.argv.slice(2);
const body = readFileSync(file);
const sent = [...headers, "content-length", String(body.length)];
const server = createServer((_request, response) => response.writeHead(200, sent).end(body));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as { port: number }; // it listens on a port
  process.send?.(port);
});
