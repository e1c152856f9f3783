import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { record, reportOn } from "#bench/measure/report.ts";
import { atLeast, atMost } from "#bench/measure/targets.ts";

let folder = "";
let file = "";
let printed: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "kampus-report-"));
  file = path.join(folder, "rows.jsonl");
  printed = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => printed.push(line));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const rows = () =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));

test("a line prints every figure, and those that have a limit become rows under the subject, with their units", () => {
  vi.stubEnv("BENCH_ROWS", file);
  const { line } = reportOn("login page", "login page, 50 connections");
  line("first content", "400 ms");
  line("usable", atMost(2_500, 2_000, " ms"), "(800 ms alone)");
  line("of the floor", atLeast(62.34, 60, " %"));

  expect(printed).toEqual([
    "\nlogin page, 50 connections",
    "  first content             400 ms",
    "  usable                    ✗ 2,500 ms (≤ 2000 ms)  (800 ms alone)",
    "  of the floor              ✓ 62.3 % (≥ 60 %)",
  ]);
  expect(rows()).toEqual([
    {
      subject: "login page",
      measure: "usable",
      kept: false,
      value: "2,500 ms",
      limit: "≤ 2000 ms",
    },
    {
      subject: "login page",
      measure: "of the floor",
      kept: true,
      value: "62.3 %",
      limit: "≥ 60 %",
    },
  ]);
});

test("a figure that stands in a line with others becomes a row and prints nothing by itself", () => {
  vi.stubEnv("BENCH_ROWS", file);
  expect(record("home", "p99", atMost(12, 30, " ms"))).toBe("✓ 12 ms (≤ 30 ms)");
  expect(printed).toEqual([]);
  expect(rows()).toMatchObject([{ subject: "home", measure: "p99", kept: true }]);
});

test("a benchmark that is run by itself prints and writes nothing", () => {
  vi.stubEnv("BENCH_ROWS", undefined);
  reportOn("login page").line("usable", atMost(1, 2));
  expect(printed).toEqual(["\nlogin page", "  usable                    ✓ 1 (≤ 2)"]);
});
