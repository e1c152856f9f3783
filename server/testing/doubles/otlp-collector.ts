/** A collector of traces, which decodes as much of OTLP in protobuf as tests ask for. */
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { listenOnFreePort } from "#server/testing/doubles/free-test-port.ts";

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentId: string;
  kind: number;
  attributes: Record<string, string | number>;
  /** Ids of the spans it is linked to. */
  links: string[];
}

export async function startOtlpCollector() {
  const bodies: Buffer[] = [];
  const types = new Set<string | undefined>();
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      bodies.push(body);
      types.add(request.headers["content-type"]);
      response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
    });
  });
  const port = await listenOnFreePort(server);
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans: () => bodies.flatMap(spansOf),
    /** All that was sent, as it came. */
    bytes: () => Buffer.concat(bodies),
    contentTypes: () => [...types],
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The values of each field of a message, by its number: bytes of what has a length, numbers of the rest. */
type Fields = Map<number, (Buffer | number)[]>;

function fieldsOf(message: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return Number(value);
    }
  };
  const valueOf = (wireType: number) => {
    if (wireType === 0) return varint();
    const length = wireType === 2 ? varint() : wireType === 1 ? 8 : 4;
    const value = message.subarray(at, at + length);
    at += length;
    return value;
  };
  while (at < message.length) {
    const tag = varint();
    const value = valueOf(tag & 7);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const messagesIn = (message: Buffer, field: number): Buffer[] =>
  (fieldsOf(message).get(field) ?? []).filter((value) => Buffer.isBuffer(value));

const spansOf = (body: Buffer): CollectedSpan[] =>
  messagesIn(body, 1) // resources
    .flatMap((resource) => messagesIn(resource, 2)) // scopes
    .flatMap((scope) => messagesIn(scope, 2))
    .map((span) => {
      const fields = fieldsOf(span);
      const bytes = (field: number) => {
        const [value] = fields.get(field) ?? [];
        return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
      };
      return {
        name: bytes(5).toString(),
        traceId: bytes(1).toString("hex"),
        spanId: bytes(2).toString("hex"),
        parentId: bytes(4).toString("hex"),
        kind: Number(fields.get(6)?.[0] ?? 0),
        attributes: Object.fromEntries(messagesIn(span, 9).map(attributeOf)),
        links: messagesIn(span, 13).map((link) => messagesIn(link, 2)[0]?.toString("hex") ?? ""),
      };
    });

function attributeOf(pair: Buffer): [string, string | number] {
  const [key] = messagesIn(pair, 1);
  const [value] = messagesIn(pair, 2);
  const [[text]] = [[...fieldsOf(value ?? Buffer.alloc(0)).values()].flat()];
  return [String(key), Buffer.isBuffer(text) ? text.toString() : Number(text)];
}
