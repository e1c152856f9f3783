import { fullname } from "#server/auth/person.ts";
import { insertSession } from "#server/auth/repository.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";
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
export async function insertMembers(
  { db }: Pick<TestKampus, "db">,
  newMembers: NewMember[],
): Promise<InsertedMember[]> {
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
  return inserted.map((row) => ({ id: row.id, fullname: fullname(row) }));
}

export interface SignedInMember extends InsertedMember {
  token: string;
  password: string;
}

/** As `insertMembers`, each with a session. */
export async function signedInMembers(
  kampus: TestKampus,
  count: number,
  newMember: NewMember = {},
): Promise<SignedInMember[]> {
  const inserted = await insertMembers(
    kampus,
    Array.from({ length: count }, () => newMember),
  );
  return Promise.all(
    inserted.map(async (member) => ({
      ...member,
      password: insertedPassword,
      token: await insertSession(kampus.db, member.id, { userAgent: "test", ip: "127.0.0.1" }),
    })),
  );
}

export async function twoMembers(kampus: TestKampus): Promise<[SignedInMember, SignedInMember]> {
  const [one, other] = await signedInMembers(kampus, 2);
  if (!one || !other) throw new Error("two members were inserted");
  return [one, other];
}

export async function oneMember(kampus: TestKampus, member?: NewMember): Promise<SignedInMember> {
  const [one] = await signedInMembers(kampus, 1, member);
  if (!one) throw new Error("a member was inserted");
  return one;
}
