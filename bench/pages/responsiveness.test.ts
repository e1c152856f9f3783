import { expect, it } from "vitest";
import { slowestOf, type TimedEvent } from "#bench/pages/responsiveness.ts";

const event = (interactionId: number, ms: number, what = "click"): TimedEvent => ({
  ...{ interactionId, ms, what },
});

it("the interaction to next paint of somebody who does little is their slowest interaction", () => {
  const events = [event(1, 24), event(2, 120), event(3, 48)];
  expect(slowestOf(events, 49)).toEqual({ slow: event(2, 120), slowest: event(2, 120) });
});

it("one slow interaction of every fifty is left out, and named beside", () => {
  const events = [event(1, 24), event(2, 120), event(3, 48)];
  expect(slowestOf(events, 50)).toEqual({ slow: event(3, 48), slowest: event(2, 120) });
});

it("the events of one interaction count once, with the slowest of them", () => {
  const events = [event(1, 24, "keydown"), event(1, 40, "keyup"), event(2, 32)];
  expect(slowestOf(events, 50)).toEqual({ slow: event(2, 32), slowest: event(1, 40, "keyup") });
});

it("where every interaction was too quick to be reported, there is none", () => {
  expect(slowestOf([], 80)).toEqual({ slow: undefined, slowest: undefined });
});
