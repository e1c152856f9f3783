import type { ClassEvent } from "#lib/events/schema.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

/** A member who has answered an event. */
export const answeredMember = {
  ...{ id: 7, fullname: "Юсупова Мадина Рустамовна", image: null },
  ...{ online: false, last_seen_at: null },
};
export const meeting: ClassEvent = {
  ...{ id: 12, title: "Встреча выпускников", text: "Берём детей", place: "Чайхана" },
  ...{ start: "2090-12-12T13:00:00.000Z", end: null, time_zone: "Asia/Tashkent" },
  author: { ...answeredMember, id: memberSample.id },
  answers: { going: 1, maybe: 2, no: 0 },
  ...{ my_answer: null, cancelled_at: null },
};
