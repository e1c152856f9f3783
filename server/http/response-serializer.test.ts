import { expect, test } from "vitest";
import * as z from "zod/mini";
import { seekListOf, timestamp } from "#lib/http/schema.ts";
import { responseSerializerCompiler } from "#server/http/response-serializer.ts";

const kind = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("friends"), count: z.int() }),
  z.object({ kind: z.literal("company"), company: z.string() }),
]);
const schema = seekListOf(
  z.object({
    name: z.string(),
    kind,
    image: z.nullable(z.object({ url: z.string() })),
    seen_at: z.nullable(timestamp),
    note: z.optional(z.string()),
    labels: z.record(z.string(), z.array(z.string())),
  }),
);
const write = responseSerializerCompiler({ schema, method: "GET", url: "/" });
const member = {
  name: 'Алишер "\u2028"',
  kind: { kind: "company", company: "Ромашка" },
  image: { url: "/files/1" },
  seen_at: "2026-11-22T10:00:00.000Z",
  labels: { любое: ["имя"] },
};

test("an answer that fits its schema is written unchanged", () => {
  const bare = { ...member, kind: { kind: "friends", count: 2 }, image: null, seen_at: null };
  const answer = { data: [member, { ...bare, note: "\0" }], meta: { next: null } };
  expect(JSON.parse(write(answer))).toEqual(answer);
});

test("a field that the schema of an answer does not list never leaves, however deep it is", () => {
  const secret = { password_hash: "secret" };
  const leaking = {
    ...secret,
    data: [
      { ...member, ...secret, kind: { ...member.kind, ...secret }, image: { url: "/", ...secret } },
    ],
    meta: { next: null, ...secret },
  };
  expect(write(leaking)).not.toContain("secret");
});

test("an answer that lacks a field of its schema fails", () => {
  expect(() => write({ data: [{ ...member, name: undefined }], meta: { next: null } })).toThrow(
    "name",
  );
});

test("an alternative whose choice from a list is null is written as any other value", () => {
  const answered = z.object({
    kind: z.literal("event"),
    answer: z.nullable(z.enum(["yes", "no"])),
  });
  const other = z.object({ kind: z.literal("day"), date: z.string() });
  const either = z.array(z.discriminatedUnion("kind", [answered, other]));
  const writeEither = responseSerializerCompiler({ schema: either, method: "GET", url: "/" });
  const answer = [
    { kind: "event", answer: null },
    { kind: "event", answer: "yes" },
    { kind: "day", date: "2026-11-25" },
  ];
  expect(JSON.parse(writeEither(answer))).toEqual(answer);
});
