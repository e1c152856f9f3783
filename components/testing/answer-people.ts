/** Mocks the people search for component tests, and samples of people. */
import { vi } from "vitest";
import type { FoundPerson, Suggestion } from "#lib/people/schema.ts";

export const personNamed = (id: number, fullname: string) => ({
  ...{ id, fullname, image: null, online: false, last_seen_at: null },
  status: "none" as const,
});

export const found = (id: number, fullname: string, more: Partial<FoundPerson> = {}) => ({
  ...{ ...personNamed(id, fullname), education: null, job: null },
  ...more,
});

export const suggested = (
  id: number,
  fullname: string,
  ...reasons: Suggestion["reasons"]
): Suggestion => ({ ...personNamed(id, fullname), reasons });

export const technicalUniversity = { id: 1, name: "ТашГТУ" };
const params = "/api/ru/profile/setting/params";

/** Answers by decoded path and query; any other path answers an empty list. */
export type Answers = Record<string, unknown>;

const known: Answers = {
  [`${params}/regions`]: [{ id: 10, name: "Бухара" }],
  [`${params}/regions?path_to=10`]: [{ id: 10, name: "Бухара" }],
  [`${params}/regions?path_to=11`]: [
    { id: 10, name: "Бухара" },
    { id: 11, name: "Каган" },
  ],
  [`${params}/spheres`]: [{ id: 3, name: "ИТ" }],
  [`${params}/positions?sphere_id=3`]: [{ id: 31, name: "Инженер" }],
  [`${params}/objects`]: [technicalUniversity],
  "/api/ru/objects/1": technicalUniversity,
};

/** Mocks the server. `asked` lists the calls in order; the test may change an answer later, also to an error. */
export function answerPeople(more: Answers = {}) {
  const answers: Answers = { ...known, ...more };
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (target: string, request?: RequestInit) => {
    const method = request?.method ?? "GET";
    const path = decodeURIComponent(target).replaceAll("+", " ");
    const call = method === "GET" ? path : `${method} ${path}`;
    asked.push(call);
    const answer = await answers[call];
    if (answer instanceof Error) throw answer;
    if (answer instanceof Response) return answer.clone();
    if (method !== "GET") return Response.json({ message: "Готово" });
    return Response.json({ data: answer ?? [], meta: { next: null } });
  });
  return { answers, asked };
}
