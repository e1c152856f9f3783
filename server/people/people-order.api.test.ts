import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PeopleList } from "#lib/people/schema.ts";
import { insertTestEducation } from "#server/testing/data/insert-entries.ts";
import {
  insertMembers,
  oneMember,
  type SignedInMember,
} from "#server/testing/data/insert-members.ts";
import { testPast } from "#server/testing/data/test-past.ts";
import { kampusForFile } from "#server/testing/test-kampus.ts";

const kampus = kampusForFile();
let me: SignedInMember;
beforeAll(async () => {
  me = await oneMember(kampus, { surname: "Искатель" });
});

/** In the order of the pages. */
async function found(q: string, filter: Record<string, string> = {}): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query: Record<string, string> = { q, ...filter, ...(cursor && { cursor }) };
    const answer = await kampus.get("/api/ru/users", { token: me.token, query });
    expect(answer.statusCode, answer.body).toBe(200);
    const { data, meta } = answer.json<PeopleList>();
    names.push(...data.map(({ fullname }) => fullname));
    cursor = meta.next;
  }
  return names;
}

const named = (surname: string, name: string, patronymic: string) => ({
  surname,
  name,
  patronymic,
});

/** In the order in which "Надир" finds them; the newest member comes first where nothing else decides. */
const inOrder = [
  named("Надир", "Ойбек", "Ганиевич"),
  named("Уринов", "Надир", "Ганиевич"),
  named("Уринов", "Ойбек", "Надир"),
  named("Уринов", "Ойбек", "Надирович"),
  named("Надиров", "Ойбек", "Ганиевич"),
  named("Nadir", "Oybek", "Ganiyevich"),
  named("Urinov", "Nadir", "Ganiyevich"),
  named("Urinov", "Oybek", "Nadir"),
  named("Nadirov", "Oybek", "Ganiyevich"),
];
const joined = [4, 8, 0, 6, 2, 3, 7, 5, 1];

describe.each([
  ["few", 0],
  ["many", 400],
])("among %s who match", (_title, others) => {
  const expected = inOrder.map(
    ({ surname, name, patronymic }) => `${surname} ${name} ${patronymic}`,
  );
  beforeAll(async () => {
    await kampus.db.deleteFrom("users").where("id", "<>", me.id).execute();
    // The newest of two beginnings that are alike comes first.
    await insertMembers(
      kampus,
      joined.toReversed().flatMap((index) => inOrder[index] ?? []),
    );
    const alike = Array.from({ length: others }, () => named("Юнусов", "Шавкат", "Надирбекович"));
    if (others > 0) await insertMembers(kampus, alike);
  });

  it("names in the typed script come before the other script, whole words before prefixes, surnames before first names", async () => {
    const names = await found("Надир");
    const prefixes = expected.slice(3, 5);
    expect(names.filter((name) => expected.includes(name) && !prefixes.includes(name))).toEqual(
      expected.filter((name) => !prefixes.includes(name)),
    );
    expect(new Set(names.slice(3, 5 + others)).isSupersetOf(new Set(prefixes))).toBe(true);
    expect(names).toHaveLength(expected.length + others);
  });

  it("a search in the other script lists those members first who write their names in it", async () => {
    expect((await found("Nadir")).slice(0, 4)).toEqual([
      "Nadir Oybek Ganiyevich",
      "Urinov Nadir Ganiyevich",
      "Urinov Oybek Nadir",
      "Nadirov Oybek Ganiyevich",
    ]);
  });

  it("a search for two words lists those members first whose names have both as whole words", async () => {
    const names = await found("Надир Ойбек");
    expect(names[0]).toBe("Надир Ойбек Ганиевич");
    expect(names[1]).toBe("Уринов Ойбек Надир");
  });
});

it("a search with doubled letters that no name has finds nobody", async () => {
  await insertMembers(kampus, [
    named("Олимов", "Илхом", "Омонович"),
    named("Анна", "Ольга", "Ивановна"),
    named("Анвар", "Ольга", "Ивановна"),
    named("Ана", "Ольга", "Ивановна"),
  ]);
  for (const q of ["ООО", "оо", "ыыыыы", "ыы", "Аннна"])
    expect([q, await found(q)]).toEqual([q, []]);
  expect(await found("Анна")).toEqual(["Анна Ольга Ивановна", "Ана Ольга Ивановна"]);
});

describe.each([
  ["few", 0],
  ["many", 400],
])("among %s of one name", (_title, others) => {
  const surname = others > 0 ? "Каримов" : "Рахимов";
  const object_id = others > 0 ? 21 : 22;
  const studied = { start_year: 2010, end_year: 2014, study_group: "11-Б", study_group_key: "11b" };
  const inOrderOfCloseness = [
    { name: "Группа", education: { ...studied } },
    { name: "Выпуск", education: { ...studied, study_group: "11-А", study_group_key: "11a" } },
    { name: "Вместе", education: { ...studied, start_year: 2012, end_year: 2015 } },
  ];
  beforeAll(async () => {
    await kampus.db.deleteFrom("educations").where("user_id", "=", me.id).execute();
    await insertTestEducation(kampus, me, { object_id, ...studied });
    for (const { name, education } of inOrderOfCloseness) {
      const member = await oneMember(kampus, { surname, name });
      await insertTestEducation(kampus, member, { object_id, ...education });
    }
    const hidden = await oneMember(kampus, { surname, name: "Скрыто" });
    await insertTestEducation(kampus, hidden, { object_id, ...studied });
    await kampus.updateMember(hidden, { privacy_educations: "nobody" });
    const after = await oneMember(kampus, { surname, name: "Позже" });
    await insertTestEducation(kampus, after, { object_id, start_year: 2014, end_year: 2018 });
    const alike = Array.from({ length: others }, () => named(surname, "Один", "Из-многих"));
    if (others > 0) await insertMembers(kampus, alike);
  });

  it("members of the reader's group come first, then those of their class, then those who were there with them, then all others, each once", async () => {
    const names = (await found(surname)).map((name) => name.split(" ")[1]);
    expect(names.slice(0, 3)).toEqual(["Группа", "Выпуск", "Вместе"]);
    expect(names.slice(3).filter((name) => name !== "Один")).toEqual(["Позже", "Скрыто"]);
    expect(names).toHaveLength(5 + others);
  });

  it("members of the institution that is searched come in the same order without a name", async () => {
    const names = (await found("", { object_id: String(object_id) })).map(
      (name) => name.split(" ")[1],
    );
    expect(names).toEqual(["Группа", "Выпуск", "Вместе", "Позже"]);
  });

  it("a whole word comes before a prefix, however close its member is to the reader", async () => {
    const close = await oneMember(kampus, { surname: `${surname}бек`, name: "Начало" });
    await insertTestEducation(kampus, close, { object_id, ...studied });
    const names = (await found(surname)).map((name) => name.split(" ")[1]);
    expect(names.indexOf("Начало")).toBe(5 + others);
  });
});

it("members of the reader's class come first at their institution, though hundreds came to Kampus later who were there with them", async () => {
  const object_id = 23;
  const past = testPast(kampus);
  await past.studied(me, object_id, [2010, 2014]);
  const mate = await oneMember(kampus, { surname: "Давний", name: "Однокурсник" });
  await past.studied(mate, object_id, [2011, 2014]);
  const later = await insertMembers(
    kampus,
    Array.from({ length: 210 }, () => named("Поздний", "Сосед", "Из-многих")),
  );
  await past.allStudied(
    object_id,
    later.map((member) => ({ member, years: [2010, 2015] })),
  );
  const names = await found("", { object_id: String(object_id) });
  expect(names[0]).toMatch(/^Давний/);
  expect(names).toHaveLength(211);
});

describe("in a class of hundreds", () => {
  const years = { start_year: 2010, end_year: 2014 };
  beforeEach(async () => {
    await kampus.db.deleteFrom("educations").where("user_id", "=", me.id).execute();
  });
  const members = (count: number, surname: string) =>
    insertMembers(
      kampus,
      Array.from({ length: count }, () => named(surname, "Один", "Из-многих")),
    );

  it("the member of the reader's study group comes first, though the others are newer and before them by name", async () => {
    const object_id = 24;
    const group = { study_group: "11-Б", study_group_key: "11b" };
    await insertTestEducation(kampus, me, { object_id, ...years, ...group });
    const mate = await oneMember(kampus, { surname: "Яковлев", name: "Давний" });
    await insertTestEducation(kampus, mate, { object_id, ...years, ...group });
    const others = await members(210, "Абдуллаев");
    await testPast(kampus).allStudied(
      object_id,
      others.map((member) => ({ member, years: [2010, 2014] })),
    );
    const names = await found("", { object_id: String(object_id) });
    expect(names[0]).toMatch(/^Яковлев/);
    expect(names).toHaveLength(211);
  });

  it("all come before newer members of other classes, also for a reader with two educations in the class", async () => {
    const object_id = 25;
    const past = testPast(kampus);
    await past.studied(me, object_id, [2010, 2014]);
    await past.studied(me, object_id, [2011, 2014]);
    const [mates, later] = [await members(150, "Однокурсник"), await members(210, "Сосед")];
    await past.allStudied(object_id, [
      ...mates.map((member) => ({ member, years: [2010, 2014] as [number, number] })),
      ...later.map((member) => ({ member, years: [2010, 2015] as [number, number] })),
    ]);
    const names = await found("", { object_id: String(object_id) });
    expect(names.slice(0, 150).filter((name) => !name.startsWith("Однокурсник"))).toEqual([]);
    expect(new Set(names.slice(150).map((name) => name.split(" ")[0]))).toEqual(new Set(["Сосед"]));
    expect(names).toHaveLength(360);
  });
});
