import { searchable } from "#server/auth/person.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

interface NewPerson {
  surname?: string;
  name?: string;
  patronymic?: string;
  verified?: boolean;
}

let people = 0;

/** Members who never sign in, for lists of many; answers their ids in the order given. */
export async function insertPeople({ db }: TestKampus, persons: NewPerson[]): Promise<number[]> {
  const rows = persons.map(({ surname, name, patronymic, verified }) => {
    people += 1;
    const fullname = {
      surname: surname ?? "Саидов",
      name: name ?? "Тимур",
      patronymic: patronymic ?? "Азизович",
    };
    return {
      ...fullname,
      search_name: searchable(Object.values(fullname).join(" ")),
      email: `person${people}@kampus.example`,
      password_hash: "none",
      verified_at: (verified ?? true) ? new Date() : null,
      locale: "ru",
    };
  });
  const inserted = await db.insertInto("users").values(rows).returning("id").execute();
  return inserted.map(({ id }) => id);
}
