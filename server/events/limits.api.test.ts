import { describe, expect, it } from "vitest";
import type { SignedInMember } from "#server/testing/data/insert-members.ts";
import { gathering, testClass } from "#server/testing/data/test-events.ts";
import { kampusForFile, startTestKampus } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
const eventUrl = (id: number) => `/api/en/events/${id}`;

describe("the events of a class", () => {
  it("include at most 20 coming ones of one author, even if 40 are made at once", async () => {
    const school = await testClass(kampus, 2);
    const [author, mate] = school.members as [SignedInMember, SignedInMember]; // two
    const answers = await Promise.all(Array.from({ length: 40 }, () => school.make(author)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    const refused = answers.find(({ statusCode }) => statusCode !== 201);
    expect([refused?.statusCode, refused?.json()]).toMatchObject([409, { code: "conflict" }]);
    expect((await school.make(mate)).statusCode).toBe(201);
  });

  it("can be made and changed 60 times in an hour", async () => {
    const limited = await startTestKampus({ RATE_LIMIT_SCALE: "1" });
    try {
      const other = await testClass(limited, 1);
      const [one] = other.members as [SignedInMember]; // one
      const { id } = await other.made(one);
      for (let changed = 1; changed < 60; changed += 1)
        await limited.put(eventUrl(id), gathering(), { token: one.token });
      const refused = await other.make(one);
      expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([
        429,
        expect.stringMatching(/^\d+$/),
      ]);
    } finally {
      await limited.close();
    }
  });
});
