import { expect, test } from "vitest";
import { argumentsOf } from "#scripts/repository/message-arguments.ts";

const namesOf = (message: string) => argumentsOf(message).map(({ name }) => name);

test("a plain message takes nothing", () => {
  expect(argumentsOf("Войдите, чтобы продолжить")).toEqual([]);
});

test("values, formats and tags are named", () => {
  expect(namesOf("<link>{brand}</link>, {day, date, short}")).toEqual(["link", "brand", "day"]);
});

test("a plural lists its forms, those that write the number, and the arguments inside them", () => {
  const [count, inner] = argumentsOf("{count, plural, =0 {нет} one {# друг} other {# у {name}}}");
  expect(count).toEqual({
    name: "count",
    kind: "plural",
    branches: ["=0", "one", "other"],
    counting: ["one", "other"],
  });
  expect(inner?.name).toBe("name");
});

test("quoted braces are text", () => {
  expect(argumentsOf("Пишите '{'id'}'")).toEqual([]);
});
