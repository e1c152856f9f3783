import { describe, expect, it } from "vitest";
import type { Periods, Studied, Worked } from "#server/people/suggestions/own-periods.ts";
import { rankCandidates } from "#server/people/suggestions/rank.ts";

const studied = (userId: number, start: number, end: number | null, objectId = 1): Studied => ({
  userId,
  objectId,
  start,
  end,
  group: null,
  groupKey: null,
});
const worked = (userId: number, start: number, end: number | null, region = 1): Worked => ({
  userId,
  company: "Банк",
  companyKey: "банк",
  region,
  start,
  end,
});
const own: Periods = { studied: [studied(0, 2005, 2009)], worked: [worked(0, 2010, 2014)] };

const order = (shared: Partial<Periods>, friends: [number, number][] = []) => {
  const friendIdsOf = new Map(
    friends.map(([id, count]) => [id, Array.from({ length: count }, (_, index) => 1_000 + index)]),
  );
  const periods = { studied: [], worked: [], ...shared };
  return rankCandidates({ own, shared: periods, friendIdsOf }, [1, 2, 3, 4]).map(({ id }) => id);
};

describe("candidates", () => {
  it("of the same group, of the same class, others who studied with the reader and the rest follow each other in this order, whatever else they have in common", () => {
    const inGroup = { group: "11A", groupKey: "11A" };
    const mine: Periods = { ...own, studied: [{ ...studied(0, 2005, 2009), ...inGroup }] };
    const theirs: Periods = {
      studied: [
        { ...studied(1, 2002, 2009), ...inGroup },
        studied(2, 2002, 2009),
        studied(3, 1997, 2006),
      ],
      worked: [2, 3, 4].map((id) => worked(id, 2010, 2014)),
    };
    const friends = Array.from({ length: 200 }, (_, index) => 1_000 + index);
    const friendIdsOf = new Map([
      [2, friends.slice(0, 7)],
      [3, friends.slice(0, 12)],
      [4, friends],
    ]);
    const ranked = rankCandidates({ own: mine, shared: theirs, friendIdsOf }, [4, 3, 2, 1]);
    expect(ranked.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  it("who are as close come first with two reasons, then with the weightier one", () => {
    const theirs = [studied(1, 1999, 2006), studied(2, 2005, 2008), studied(4, 2004, 2008)];
    expect(order({ studied: theirs }, [[1, 1]])).toEqual([1, 2, 4]);
    expect(
      order({ worked: [worked(3, 2010, 2014, 2), worked(4, 2010, 2014)] }, [
        [1, 200],
        [3, 1],
      ]),
    ).toEqual([3, 1, 4]);
  });

  it("of an invitation come before a member of the same class with friends in common, the closest of them first", () => {
    const theirs = [studied(1, 2005, 2009), studied(2, 2007, 2012), studied(3, 2005, 2009)];
    const ranked = rankCandidates(
      {
        own,
        shared: { studied: theirs, worked: [] },
        friendIdsOf: new Map([[3, Array.from({ length: 200 }, (_, index) => 1_000 + index)]]),
        invitationOf: new Map([1, 2, 4].map((id) => [id, "invited"])),
      },
      [1, 2, 3, 4],
    );
    expect(ranked.map(({ id }) => id)).toEqual([1, 2, 4, 3]);
  });

  it("who began in the same year come before those who began in another", () => {
    expect(
      order({ studied: [studied(3, 2003, 2007), studied(1, 2005, 2010), studied(2, 2006, null)] }),
    ).toEqual([1, 2, 3]);
  });

  it("of the same group come before those of the same class, and these before all others who were there", () => {
    const inGroup = (userId: number, start: number, end: number, groupKey: string) => ({
      ...studied(userId, start, end),
      group: groupKey,
      groupKey,
    });
    const mine: Periods = { studied: [inGroup(0, 2005, 2009, "11A")], worked: [] };
    const theirs = [
      inGroup(1, 2002, 2009, "11A"),
      inGroup(2, 2003, 2009, "11Б"),
      inGroup(4, 2005, 2010, "11A"),
    ];
    const shared = { studied: theirs, worked: [] };
    const ranked = rankCandidates({ own: mine, shared, friendIdsOf: new Map() }, [4, 2, 1]);
    expect(
      ranked.map(({ id, classmate }) => [id, classmate?.sameClass, classmate?.sameGroup]),
    ).toEqual([
      [1, { start: null, end: 2009 }, "11A"],
      [2, { start: null, end: 2009 }, null],
      [4, null, null],
    ]);
  });

  it("who worked there together come first, those of another region last", () => {
    expect(
      order({
        worked: [
          worked(4, 2010, 2014, 2),
          worked(3, 1999, 2000, 2),
          worked(2, 2000, 2003),
          worked(1, 2012, null),
        ],
      }),
    ).toEqual([1, 2, 4, 3]);
  });

  it("with more mutual friends come first, and among equals the newest member", () => {
    const friends: [number, number][] = [
      [1, 2],
      [2, 5],
      [3, 2],
    ];
    expect(order({}, friends)).toEqual([2, 3, 1]);
  });

  it("without a reason are not suggested: another institution, other years", () => {
    expect(order({ studied: [studied(1, 2005, 2009, 2), studied(2, 2009, 2014)] })).toEqual([]);
  });

  it("show the education nearest to the reader's own, in the years both were there", () => {
    const theirs = [studied(1, 1999, 2006), studied(1, 2006, 2010)];
    const [first] = rankCandidates(
      { own, shared: { studied: theirs, worked: [] }, friendIdsOf: new Map() },
      [1],
    );
    expect(first?.classmate).toMatchObject({ start: 2006, end: 2009 });
  });
});
