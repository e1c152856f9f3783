/** How soon a screen answers while somebody uses it: what the browser says of interactions and of long tasks. */
import type { Page } from "@playwright/test";

/** As Event Timing reports it: several events, such as those of a press and of its release, are one interaction. */
export interface TimedEvent {
  interactionId: number;
  /** From the event to the next paint, in steps of 8 ms. */
  ms: number;
  /** What happened, and to what element. */
  what: string;
}

interface Observed {
  events: TimedEvent[];
  longTasksMs: number[];
}

export interface Responsiveness {
  /** Interaction to next paint, by its definition; undefined where every interaction took less than 16 ms. */
  slow: TimedEvent | undefined;
  slowest: TimedEvent | undefined;
  interactions: number;
  longestTaskMs: number;
}

/** The last events are reported after the paint that they led to. */
const settleMs = 1000;

declare global {
  interface Window {
    observed?: Observed;
  }
}

/** Measures what the page does from now on, while it is used; it must not be left for another document. */
export async function measureUse(page: Page, act: () => Promise<void>): Promise<Responsiveness> {
  await page.evaluate(observeUse);
  const before = await page.evaluate(() => performance.interactionCount);
  await act();
  await page.waitForTimeout(settleMs);
  const observed = await page.evaluate(() => window.observed);
  if (!observed) throw new Error("The page was left for another document");
  const interactions = (await page.evaluate(() => performance.interactionCount)) - before;
  return {
    ...slowestOf(observed.events, interactions),
    interactions,
    longestTaskMs: Math.max(0, ...observed.longTasksMs),
  };
}

/**
 * Interaction to next paint is the slowest interaction, without one of every 50, so that a single hiccup does not count for
 * somebody who does much. `interactions` counts those that took less than 16 ms too, which have no events.
 */
export function slowestOf(events: readonly TimedEvent[], interactions: number) {
  const byInteraction = new Map<number, TimedEvent>();
  for (const event of events)
    if (event.ms > (byInteraction.get(event.interactionId)?.ms ?? 0))
      byInteraction.set(event.interactionId, event);
  const sorted = [...byInteraction.values()].sort((one, other) => other.ms - one.ms);
  return { slow: sorted[Math.floor(interactions / 50)], slowest: sorted[0] };
}

/** Runs in the page. */
function observeUse(): void {
  const observed: Observed = (window.observed = { events: [], longTasksMs: [] });
  const elementOf = (target: Node | null) => {
    if (!(target instanceof Element)) return "what is gone";
    const name = target.getAttribute("aria-label") ?? target.textContent.trim().slice(0, 30);
    return `${target.localName} "${name}"`;
  };
  const quick = { type: "event", durationThreshold: 16 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      const { interactionId, duration: ms, name, target } = entry;
      const what = `${name} on ${elementOf(target)}`;
      if (interactionId > 0) observed.events.push({ interactionId, ms, what });
    }
  }).observe(quick); // a variable, because the type lacks the threshold
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) observed.longTasksMs.push(duration);
  }).observe({ type: "longtask" });
}
