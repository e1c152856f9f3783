import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import {
  inlineScriptSources,
  withDataInOneScript,
  withIntegrity,
} from "#server/pages/page-scripts.ts";

const digest = (content: string) => createHash("sha256").update(content).digest("base64");

it("a page names the hash of each inline script once, and of no file", () => {
  const html = `<script src="/a.js" async=""></script><script>one()</script><script id="_R_">two("<b>")</script><script>one()</script>`;
  expect(inlineScriptSources(html)).toEqual([
    `'sha256-${digest("one()")}'`,
    `'sha256-${digest('two("<b>")')}'`,
  ]);
});

it("a page ties its scripts and their preloads to their content where that is known", () => {
  const html = `<link rel="preload" as="script" fetchPriority="low" href="/_next/a.js"/><script src="/_next/a.js" async=""></script><script src="/config.js"></script><script>x</script>`;
  const contentOf = (address: string) =>
    address === "/_next/a.js" ? Buffer.from("content") : undefined;
  const integrity = `integrity="sha256-${digest("content")}"`;
  expect(withIntegrity(html, contentOf)).toBe(
    `<link rel="preload" as="script" fetchPriority="low" href="/_next/a.js" ${integrity}/><script src="/_next/a.js" async="" ${integrity}></script><script src="/config.js"></script><script>x</script>`,
  );
});

it("a page keeps React's data in order when the scripts that bring it become one", () => {
  const html = `<script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"a"])</script><script>self.__next_f.push([1,"b"])</script>`;
  expect(withDataInOneScript(html)).toBe(
    `<script>(self.__next_f=self.__next_f||[]).push([0]);self.__next_f.push([1,"a"]);self.__next_f.push([1,"b"])</script>`,
  );
});
