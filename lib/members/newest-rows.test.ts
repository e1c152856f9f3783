import { expect, test } from "vitest";
import { peopleOf } from "#lib/members/newest-rows.ts";
import type { PeoplePage } from "#lib/people/people-pages.ts";
import type { FoundPerson } from "#lib/people/schema.ts";

const person = (id: number, status: FoundPerson["status"] = "none"): FoundPerson => ({
  id,
  fullname: `Member ${id}`,
  image: null,
  online: false,
  last_seen_at: null,
  status,
  education: null,
  job: null,
});
const page = (requestedAt: number, ...data: FoundPerson[]): PeoplePage => ({
  data,
  meta: { next: null },
  requestedAt,
});

test("a people search keeps the order of the pages and dates every status", () => {
  const found = peopleOf([page(100, person(2), person(1)), page(200, person(3))]);
  expect(found.map(({ id, requestedAt }) => [id, requestedAt])).toEqual([
    [2, 100],
    [1, 100],
    [3, 200],
  ]);
});

test("a people search shows a member once, with the status of the newest answer", () => {
  const found = peopleOf([page(100, person(1, "none")), page(200, person(1, "friends"))]);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ status: "friends", requestedAt: 200 });
});
