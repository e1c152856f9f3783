import type { RawBuilder } from "kysely";
import { fullname } from "#server/auth/person.ts";
import { insertSession } from "#server/auth/stored-sessions.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";
import { allowLongWork } from "#server/db/long-work.ts";
import { searchableName } from "#server/db/searchable.ts";

export interface InsertedMember {
  id: number;
  fullname: string;
}

interface NewMember {
  surname?: string;
  name?: string;
  patronymic?: string;
  verified?: boolean;
}

/** What they sign in with, hashed for next to nothing. */
export const insertedPassword = "inserted password";
const passwordHash =
  "$argon2id$v=19$m=8,t=1,p=1$1Mji3+CF08SdJLuCynKp5Q$xWI+xj2x6cEsBJUj+41LqTMTuAcT5hLYlXWuDiQtdDw";

let members = 0;

/** Verified members, in the order given, past the sign-up: for tests that need many. */
export async function insertMembers<const Given extends readonly NewMember[]>(
  { db }: Pick<TestKampus, "db">,
  newMembers: Given,
): Promise<{ -readonly [Index in keyof Given]: InsertedMember }> {
  const rows = newMembers.map(({ verified = true, ...given }) => {
    members += 1;
    const names = { surname: "Саидов", name: "Тимур", patronymic: "Азизович", ...given };
    return {
      ...names,
      search_name: searchableName(names),
      email: `inserted${members}@kampus.example`,
      password_hash: passwordHash,
      verified_at: verified ? new Date() : null,
      locale: "ru",
    };
  });
  const inserted = await db
    .insertInto("users")
    .values(rows)
    .returning(["id", "surname", "name", "patronymic"])
    .execute();
  const all = inserted.map((row) => ({ id: row.id, fullname: fullname(row) }));
  return all as { -readonly [Index in keyof Given]: InsertedMember }; // one for each that was given
}

/** Runs a statement that writes thousands of rows, which takes a busy machine longer than a request may take. */
export async function insertThousands(
  { db }: Pick<TestKampus, "db">,
  statement: RawBuilder<unknown>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await allowLongWork(trx);
    await statement.execute(trx);
  });
}

export interface SignedInMember extends InsertedMember {
  token: string;
  password: string;
}

type Counted<
  Count extends number,
  Made extends SignedInMember[] = [],
> = Made["length"] extends Count ? Made : Counted<Count, [...Made, SignedInMember]>;

/** So many of them, by their number where it is written out. */
export type Members<Count extends number> = SignedInMember[] &
  (number extends Count ? unknown : Counted<Count>);

/** As `insertMembers`, each with a session. */
export async function signedInMembers<Count extends number>(
  kampus: TestKampus,
  count: Count,
  newMember: NewMember = {},
): Promise<Members<Count>> {
  const inserted = await insertMembers(
    kampus,
    Array.from({ length: count }, () => newMember),
  );
  const all = await Promise.all(
    inserted.map(async (member) => ({
      ...member,
      password: insertedPassword,
      token: await insertSession(kampus.db, member.id, { userAgent: "test", ip: "127.0.0.1" }),
    })),
  );
  return all as Members<Count>; // as many as were asked for
}

export async function oneMember(kampus: TestKampus, member?: NewMember): Promise<SignedInMember> {
  const [one] = await signedInMembers(kampus, 1, member);
  return one;
}
