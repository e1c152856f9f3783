/** Calls about invitations that several test files share. */
import { expect } from "vitest";
import type { OpenInvitation } from "#lib/invitations/open-schema.ts";
import type { Invitation } from "#lib/invitations/schema.ts";
import { dataFrom, statusAndBody } from "#server/testing/answers.ts";
import { oneMember, type SignedInMember } from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

/** A code that is well formed. */
export const nobodysCode = "AAAAAAAAAAAAAAAAAAAAAA";

const ended = {
  code: "not_found",
  message: "Такого приглашения нет, или оно больше не действует",
};

interface Caller {
  token: string;
}

export function testInvitations(kampus: TestKampus) {
  let institution = 100;
  const invitations = {
    make: ({ token }: Caller, body: object = { kind: "kampus" }) =>
      kampus.post("/api/ru/invitations", body, { token }),

    async made(member: Caller, body?: object): Promise<Invitation> {
      const answer = await invitations.make(member, body);
      expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
      return answer.json<{ data: Invitation }>().data;
    },

    listed: ({ token }: Caller) =>
      dataFrom<Invitation[]>(kampus.get("/api/ru/invitations", { token })),

    withdraw: ({ token }: Caller, { id }: { id: number }) =>
      kampus.delete(`/api/ru/invitations/${id}`, { token }),

    read: (code: string, reader?: Caller) =>
      kampus.get(`/api/ru/invitations/by-code/${code}`, reader ? { token: reader.token } : {}),

    opened: (code: string, reader?: Caller) =>
      dataFrom<OpenInvitation>(invitations.read(code, reader)),

    accept: (code: string, { token }: Caller) =>
      kampus.post(`/api/ru/invitations/by-code/${code}/accept`, undefined, { token }),

    async usesOf({ id }: { id: number }): Promise<number> {
      const query = kampus.db.selectFrom("invitations").select("uses").where("id", "=", id);
      return (await query.executeTakeFirstOrThrow()).uses;
    },

    /** To a visitor and, where one is given, to a member. */
    async expectEnded(code: string, reader?: Caller): Promise<void> {
      const answers = [
        await invitations.read(code, reader),
        ...(reader ? [await invitations.accept(code, reader)] : []),
      ];
      for (const answer of answers) expect(statusAndBody(answer)).toEqual([404, ended]);
    },

    /** An institution that no other test of the file uses, and a member who left it in 2014. */
    async inClass(): Promise<{ member: SignedInMember; object_id: number }> {
      institution += 1;
      const member = await oneMember(kampus, { surname: "Каримов", name: "Алишер" });
      await testPast(kampus).allStudied(institution, [{ member, years: [2003, 2014] }]);
      return { member, object_id: institution };
    },
  };
  return invitations;
}
