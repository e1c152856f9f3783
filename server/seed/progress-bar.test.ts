import { expect, test } from "vitest";
import { createProgressBar } from "#server/seed/progress-bar.ts";

const run = () => Promise.resolve();
const steps = [
  { name: "members", total: 100, atOnce: 50, weight: 1, rows: 4, run },
  { name: "indexes", total: 2, atOnce: 1, weight: 50, rows: 0, run },
];

function shown(isTTY: boolean, atEachMs: number) {
  const written: string[] = [];
  let clockMs = 0;
  const bar = createProgressBar({ isTTY, write: (text) => written.push(text) }, () => clockMs);
  for (const [step, done] of [
    [0, 0],
    [0, 50],
    [1, 0],
    [1, 1],
    [2, 0],
  ] as const) {
    bar.show({ steps, step, done });
    clockMs += atEachMs;
  }
  bar.clear();
  return written;
}

test("a terminal shows one line that is redrawn, with percent, rate and time left, and is cleared at the end", () => {
  expect(shown(true, 5_000)).toEqual([
    "\r░░░░░░░░░░░░░░░░░░░░   0 % members 0 of 100\u001b[K",
    "\r█████░░░░░░░░░░░░░░░  25 % members 50 of 100, 40 rows/s, 15 s left\u001b[K",
    "\r██████████░░░░░░░░░░  50 % indexes 0 of 2, 10 s left\u001b[K",
    "\r███████████████░░░░░  75 % indexes 1 of 2, 5 s left\u001b[K",
    "\r\u001b[K",
  ]);
});

test("a file or a pipe gets a plain line now and then", () => {
  expect(shown(false, 61_000)).toHaveLength(4);
  expect(shown(false, 61_000)[1]).toBe(
    "  █████░░░░░░░░░░░░░░░  25 % members 50 of 100, 3 rows/s, 3 min 3 s left\n",
  );
  expect(shown(false, 5_000)).toHaveLength(2);
});
