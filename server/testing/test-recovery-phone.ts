/** Calls that set and remove the recovery phone. */
import { sql } from "kysely";
import { expect } from "vitest";
import { dataFrom } from "#server/testing/answers.ts";
import type { SignedInMember } from "#server/testing/data/insert-members.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";
import { testRecovery } from "#server/testing/test-recovery.ts";

export const setting = "/api/en/profile/setting";

export type Asker = Pick<SignedInMember, "token" | "password">;

let numbers = 0;
/** A number of no member. */
export const newPhone = () => `+99893${String(1_000_000 + (numbers += 1))}`;

export const wrongCode = { errors: { code: ["The code is wrong or has expired"] } };

/** Another code with as many digits. */
export const other = (code: string, step = 1) =>
  String((Number(code) + step) % 100_000_000).padStart(8, "0");

export function testRecoveryPhone(kampus: TestKampus) {
  const phones = {
    begin: ({ token, password }: Asker, phone: string, fields: object = {}) =>
      kampus.post(`${setting}/phone`, { phone, password, ...fields }, { token }),
    confirm: ({ token }: Pick<Asker, "token">, phone: string, code: string) =>
      kampus.post(`${setting}/phone/confirm`, { phone, code }, { token }),
    remove: ({ token, password }: Asker) =>
      kampus.delete(`${setting}/phone`, { token, body: { password } }),
    phoneOf: ({ token }: Pick<Asker, "token">) =>
      dataFrom<{ phone: string | null; phone_recovers_from: string | null }>(
        kampus.get(`${setting}/account`, { token }),
      ),
    /** Begins a change, and returns the code that was sent. */
    async codeFor(member: Asker, phone: string, count = 1) {
      expect((await phones.begin(member, phone)).statusCode).toBe(200);
      return testRecovery(kampus).textedCode(phone, count);
    },
    async give(member: Asker, phone: string, count = 1) {
      const code = await phones.codeFor(member, phone, count);
      expect((await phones.confirm(member, phone, code)).statusCode).toBe(200);
    },
    /** Moves the time at which the phone was set into the past, by the database's clock. */
    aged: ({ id }: { id: number }, hours: number) =>
      kampus.updateMember(
        { id },
        { phone_changed_at: sql<Date>`now() - make_interval(hours => ${hours})` },
      ),
    /** Every text so far, once all earlier requests have been handled. */
    async textsTo(phone: string) {
      await phones.codeFor(await kampus.member(), newPhone());
      return kampus.mails(phone, 0);
    },
  };
  return phones;
}
