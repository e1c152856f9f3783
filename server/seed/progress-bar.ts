import type { SeedProgress } from "#server/seed/seed-database.ts";

const barWidth = 20;
const lineEveryMs = 10_000;

interface Screen {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows the progress of a seeding: one redrawn line on a terminal; elsewhere a line now and then. */
export function createProgressBar(screen: Screen, now: () => number = () => performance.now()) {
  let begun: { at: number; cost: number } | undefined;
  let inStep: { step: number; at: number; done: number } | undefined;
  let saidAt = -Infinity;

  return {
    show: (progress: SeedProgress): void => {
      const { steps, step, done } = progress;
      const at = now();
      const cost = costOf(progress);
      begun ??= { at, cost };
      if (inStep?.step !== step) inStep = { step, at, done };
      const current = steps[step];
      if (!current || (!screen.isTTY && at - saidAt < lineEveryMs)) return;
      saidAt = at;

      const whole = costOf({ steps, step: steps.length, done: 0 });
      const leftMs = ((at - begun.at) * (whole - cost)) / (cost - begun.cost);
      const rate = ((done - inStep.done) * current.rows * 1000) / (at - inStep.at);
      const parts = [
        `${bar(cost / whole)} ${current.name} ${counted(done)} of ${counted(current.total)}`,
        ...(rate > 0 ? [`${counted(rate)} rows/s`] : []),
        ...(Number.isFinite(leftMs) ? [`${duration(leftMs)} left`] : []),
      ];
      screen.write(screen.isTTY ? `\r${parts.join(", ")}\u001b[K` : `  ${parts.join(", ")}\n`);
    },

    /** Removes the line from the terminal. */
    clear: (): void => {
      if (screen.isTTY) screen.write("\r\u001b[K");
    },
  };
}

/** The completed work, weighted by the steps. */
const costOf = ({ steps, step, done }: SeedProgress) =>
  steps
    .slice(0, step + 1)
    .reduce((cost, { total, weight }, index) => cost + weight * (index < step ? total : done), 0);

function bar(share: number): string {
  const filled = Math.floor(share * barWidth);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} ${percent} %`;
}

const counted = (number: number) => Math.round(number).toLocaleString("en");

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
