import { expect, test } from "vitest";
import { hrefOf, routes } from "#lib/routes.ts";

test("the address of the people search has the words of the search", () => {
  expect(routes.findPeople({ q: "Каримов & Ко" }).path).toBe(
    `/friends/find?q=${encodeURIComponent("Каримов")}+%26+${encodeURIComponent("Ко")}`,
  );
});

test("the address of the people search has no query without words", () => {
  expect(routes.findPeople({ q: "" }).path).toBe("/friends/find");
});

test("the root of a surface has no slash after the language, with a query or without", () => {
  const deployment = { rootDomain: "kampus.uz", scheme: "https", port: "" } as const;
  expect(hrefOf(deployment, "uz", routes.home())).toBe("https://site.kampus.uz/uz");
  expect(hrefOf(deployment, "uz", routes.category("profile", { region: "7" }))).toBe(
    "https://profile.kampus.uz/uz?region=7",
  );
});
