import { beforeEach, describe, expect, it } from "vitest";
import { dataFrom } from "#server/testing/answers.ts";
import {
  oneMember,
  type SignedInMember,
  signedInMembers,
} from "#server/testing/data/insert-members.ts";
import { insertTestEducation } from "#server/testing/data/insert-entries.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";
import { type PeriodYears, testPast } from "#server/testing/data/test-past.ts";
import { testProfiles } from "#server/testing/data/test-profiles.ts";
import { testSuggestions } from "#server/testing/data/test-suggestions.ts";

const kampus = kampusForFile();
const suggestions = testSuggestions(kampus);
const past = testPast(kampus);
const profiles = testProfiles(kampus);
/** An institution of which nobody is a member yet, for each test. */
let institution = 1;
let me: SignedInMember;
let other: SignedInMember;
let friend: SignedInMember;
beforeEach(async () => {
  institution += 1;
  [me, other, friend] = await signedInMembers(kampus, 3);
});

const tashkent = { city: 1726, district: 1726280 };
const elsewhere = 1703;

describe("a suggestion", () => {
  it("shows what others may see of the person, the status none and the reason, in the language of the reader", async () => {
    await suggestions.classmates(institution, me, other);
    const [name, named] = await Promise.all(
      ["en", "uz"].map(
        async (locale) =>
          (await dataFrom<{ name: string }>(kampus.get(`/api/${locale}/objects/${institution}`)))
            .name,
      ),
    );
    const expected = (object: string | undefined) => [
      {
        id: other.id,
        fullname: other.fullname,
        image: null,
        online: false,
        last_seen_at: null,
        status: "none",
        reasons: [
          {
            kind: "classmate",
            object: { id: institution, name: object },
            start: 2005,
            end: 2009,
            class_key: "2009",
          },
        ],
      },
    ];
    expect(await suggestions.to(me)).toEqual(expected(name));
    expect(await suggestions.to(me, "uz")).toEqual(expected(named));
  });

  it.each([
    [
      [2005, 2009],
      [2008, null],
      [2008, 2009],
    ],
    [
      [2005, 2009],
      [2000, 2006],
      [2005, 2006],
    ],
    [
      [2005, 2009],
      [1990, null],
      [2005, 2009],
    ],
    [
      [2005, 2009],
      [2005, 2012],
      [2005, 2009],
    ],
    [
      [2005, 2009],
      [2005, 2007],
      [2005, 2007],
    ],
    [
      [2005, 2009],
      [2007, 2007],
      [2007, 2007],
    ],
    [
      [2005, null],
      [2008, null],
      [2008, null],
    ],
    [
      [2005, 2005],
      [2005, 2005],
      [2005, 2005],
    ],
  ] as [PeriodYears, PeriodYears, PeriodYears][])(
    "is made of a classmate: members who were there in %j and in %j studied together in %j",
    async (mine, theirs, [start, end]) => {
      await past.studied(me, institution, mine);
      await past.studied(other, institution, theirs);
      const object: unknown = expect.objectContaining({ id: institution });
      const shared = mine[1] === theirs[1] && mine[1] ? { class_key: String(mine[1]) } : {};
      const together = [{ kind: "classmate", object, start, end, ...shared }];
      expect(await suggestions.reasonsTo(me, other)).toEqual(together);
      expect(await suggestions.reasonsTo(other, me)).toEqual(together);
    },
  );

  it.each([
    [
      [2005, 2009],
      [2009, 2012],
    ],
    [
      [2005, 2009],
      [2009, null],
    ],
    [
      [2005, 2009],
      [2000, 2005],
    ],
    [
      [2005, 2009],
      [2005, 2005],
    ],
    [
      [2005, 2009],
      [2009, 2009],
    ],
    [
      [2005, 2009],
      [2000, 2004],
    ],
  ] as [PeriodYears, PeriodYears][])(
    "is not made of a member who left when the other came: %j and %j have nothing in common",
    async (mine, theirs) => {
      await past.studied(me, institution, mine);
      await past.studied(other, institution, theirs);
      expect([await suggestions.idsTo(me), await suggestions.idsTo(other)]).toEqual([[], []]);
    },
  );

  it("is not made for a member who studied elsewhere in the same years", async () => {
    await suggestions.classmates(institution, me);
    await past.studied(other, 1, [2005, 2009]);
    expect(await suggestions.idsTo(me)).toEqual([]);
  });

  it("is made for colleagues, however they spell the company, which it shows in their spelling", async () => {
    const company = `Завод ${institution}`;
    await past.worked(me, company, [2010, 2014], tashkent.district);
    await past.worked(other, company.toUpperCase(), [2012, null], tashkent.city);
    await past.worked(friend, `${company}а`, [2012, null], tashkent.city);
    expect((await suggestions.to(me)).map(({ id, reasons }) => [id, reasons])).toEqual([
      [other.id, [{ kind: "colleague", company: company.toUpperCase() }]],
    ]);
  });

  it("is made for friends of friends, with the number of mutual friends and three of them", async () => {
    const friends = [friend, ...(await signedInMembers(kampus, 3))];
    for (const one of friends) {
      await profiles.befriend(me, one);
      await profiles.befriend(other, one);
    }
    const [suggestion, ...more] = await suggestions.to(me);
    expect([suggestion?.id, more]).toEqual([other.id, []]);
    const [reason] = suggestion?.reasons ?? [];
    if (reason?.kind !== "mutual_friends") throw new Error("friends in common were expected");
    expect([reason.count, reason.friends.length]).toEqual([4, 3]);
    for (const shown of reason.friends)
      expect(friends.map(({ id, fullname }) => ({ id, fullname }))).toContainEqual({
        id: shown.id,
        fullname: shown.fullname,
      });
  });

  it("is not made through waiting requests: only friends lead to friends", async () => {
    await profiles.ask(me, friend);
    await profiles.befriend(friend, other);
    const another = await oneMember(kampus);
    const asked = await oneMember(kampus);
    await profiles.befriend(me, another);
    await profiles.ask(another, asked);
    expect(await suggestions.idsTo(me)).toEqual([]);
  });

  it("names the class of both, and their group in it, those of one group before all others of the class", async () => {
    const inGroup = (member: { id: number }, start_year: number, study_group: string) =>
      insertTestEducation(kampus, member, {
        object_id: institution,
        start_year,
        end_year: null,
        study_group,
        study_group_key: study_group.replace("-", ""),
      });
    await inGroup(me, 2022, "ИТ-204");
    await inGroup(friend, 2022, "ИТ-205");
    await inGroup(other, 2022, "ИТ-204");
    expect(await suggestions.idsTo(me)).toEqual([other.id, friend.id]);
    expect(await suggestions.reasonsTo(me, other)).toMatchObject([
      { class_key: "since-2022", group: "ИТ-204" },
    ]);
    const [reason] = (await suggestions.reasonsTo(me, friend)) ?? [];
    expect(reason).toMatchObject({ class_key: "since-2022" });
    expect(reason).not.toHaveProperty("group");
  });

  it("ranks higher the likelier the reader knows the person; the order is stable, and there are at most 30", async () => {
    const [closest, company, sameYears, nearYears, farCompany, ofFriend] = await signedInMembers(
      kampus,
      6,
    );
    const name = `Банк ${institution}`;
    await suggestions.classmates(institution, me, closest, sameYears);
    await past.studied(nearYears, institution, [2008, 2012]);
    await past.worked(me, name, [2010, 2014], tashkent.district);
    await past.worked(company, name, [2010, 2014], tashkent.city);
    await past.worked(farCompany, name, [2010, 2014], elsewhere);
    await profiles.befriend(me, friend);
    await profiles.befriend(friend, closest);
    await profiles.befriend(friend, ofFriend);
    const order = [closest, sameYears, nearYears, company, farCompany, ofFriend];
    expect(await suggestions.idsTo(me)).toEqual(order.map(({ id }) => id));
    await suggestions.classmates(institution, ...(await signedInMembers(kampus, 35)));
    const many = await suggestions.idsTo(me);
    expect([many.length, many[0]]).toEqual([30, closest.id]);
    expect(await suggestions.idsTo(me)).toEqual(many);
  });
});
