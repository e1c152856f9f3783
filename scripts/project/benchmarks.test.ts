import { describe, expect, test } from "vitest";
import { benchmarksTable, type Figure, runBenchmarks } from "#scripts/project/benchmarks.mjs";

const figure = (subject: string, kept = true): Figure => ({
  subject,
  kept,
  measure: "usable",
  value: "1,900 ms",
  limit: "≤ 2000 ms",
});

const circumstances = {
  startedAt: new Date("2026-11-25T21:03:04.567Z"),
  commit: "d2893fe4 + changes",
  machine: { processor: "Ryzen 5", cores: 2, memoryBytes: 8.1 * 1024 ** 3, node: "26.1.0" },
  load: [0.1, 0.25, 1],
  variables: {},
};

describe("the table", () => {
  test("has each figure with its limit in its row, in the order in which they were measured", () => {
    const table = benchmarksTable(circumstances, [
      { benchmark: "pages", figures: [figure("login"), figure("home", false)], code: 0 },
      { benchmark: "http", figures: [figure("a login")], code: 0 },
    ]);
    expect(table.split("\n\n").at(-1)).toBe(
      [
        "| Benchmark | Subject | Measure | Value    | Limit     | Kept |",
        "| --------- | ------- | ------- | -------- | --------- | ---- |",
        "| pages     | login   | usable  | 1,900 ms | ≤ 2000 ms | ✓    |",
        "| pages     | home    | usable  | 1,900 ms | ≤ 2000 ms | ✗    |",
        "| http      | a login | usable  | 1,900 ms | ≤ 2000 ms | ✓    |",
        "",
      ].join("\n"),
    );
  });

  test("keeps its columns whatever a name holds", () => {
    const measured = [{ benchmark: "pages", figures: [figure("a|b\nc")], code: 0 }];
    expect(benchmarksTable(circumstances, measured)).toContain(String.raw`| a\|b c  | usable`);
  });

  test("says how a benchmark ended that failed, after what it had measured", () => {
    const table = benchmarksTable(circumstances, [
      { benchmark: "pages", figures: [figure("login")], code: 7 },
      { benchmark: "http", figures: [figure("a login")], code: 0 },
    ]);
    expect(table.match(/^\| (?:pages|http) .*$/gm)?.map((row) => row.split(/ *\| /)[2])).toEqual([
      "login",
      "ended with exit code 7",
      "a login",
    ]);
    expect(table).toMatch(/exit code 7 .*\| ✗ +\|$/m);
  });

  test("is headed by the date, the commit, the machine and the load at the start", () => {
    const [measuredAt, machine] = benchmarksTable(circumstances, []).split("\n\n");
    expect(measuredAt).toBe("Measured from 2026-11-25 21:03:04 UTC at commit d2893fe4 + changes.");
    expect(machine).toBe(
      "Machine: Ryzen 5, 2 cores, 8 GB of memory; Node 26.1.0. Load average at the start: 0.10, 0.25, 1.00.",
    );
  });

  test("names PostgreSQL where it answered, and the variables that change what is measured", () => {
    const table = benchmarksTable(
      {
        ...circumstances,
        machine: { ...circumstances.machine, postgres: "17.2" },
        variables: { BENCH_CHAT: "delivery 5" },
      },
      [],
    );
    expect(table).toContain("Node 26.1.0, PostgreSQL 17.2. ");
    expect(table).toContain('d2893fe4 + changes, with `BENCH_CHAT="delivery 5"`.');
  });
});

describe("a run of benchmarks", () => {
  const ends: Record<string, { code: number; signalled: boolean }> = {
    good: { code: 0, signalled: false },
    bad: { code: 7, signalled: false },
    worse: { code: 8, signalled: false },
    stopped: { code: 130, signalled: true },
    "stopped in order": { code: 0, signalled: true },
  };
  const run = async (...names: string[]) => {
    const { measured, code } = await runBenchmarks(names, async (name) => ({
      ...(ends[name] ?? { code: 1, signalled: false }),
      figures: [figure(name)],
    }));
    return { code, measured: measured.map(({ figures: [first] }) => first?.subject) };
  };

  test("ends with 0 when all went well", async () => {
    expect(await run("good", "good")).toEqual({ code: 0, measured: ["good", "good"] });
  });

  test("ends with exit code 1 where a figure misses its limit", async () => {
    const missed = { code: 0, signalled: false, figures: [figure("login", false)] };
    expect(await runBenchmarks(["pages"], () => Promise.resolve(missed))).toMatchObject({
      code: 1,
    });
  });

  test("goes on after one that failed, and ends with the exit code of the first that did", async () => {
    const names = ["good", "bad", "worse", "good"];
    expect(await run(...names)).toEqual({ code: 7, measured: names });
  });

  test.each(["stopped", "stopped in order"])(
    "ends at a signal with what was measured so far: %s",
    async (name) => {
      expect(await run("good", name, "good")).toEqual({ code: 130, measured: ["good", name] });
    },
  );
});
