/** Shows a part of the people search to a component test, with a server that answers what the test says. */
import { vi } from "vitest";
import type { FoundPerson, Suggestion } from "#lib/people/schema.ts";

export const person = (id: number, fullname: string) => ({
  ...{ id, fullname, image: null, online: false, last_seen_at: null },
  status: "none" as const,
});

export const found = (id: number, fullname: string, more: Partial<FoundPerson> = {}) => ({
  ...{ ...person(id, fullname), education: null, job: null },
  ...more,
});

export const suggested = (
  id: number,
  fullname: string,
  ...reasons: Suggestion["reasons"]
): Suggestion => ({ ...person(id, fullname), reasons });

export const university = { id: 1, name: "ТашГТУ" };
const params = "/api/ru/profile/setting/params";

/** By the path with its query, as it is read; what is not there is an empty list. */
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
  [`${params}/start`]: [2009, 2008, 2005],
  [`${params}/end`]: [2009, 2008, 2005],
  [`${params}/end?start=2005`]: [2009, 2008, 2005],
  [`${params}/objects`]: [university],
  "/api/ru/objects/1": university,
};

/** What was asked for, in order; an answer may be changed or be an error meanwhile. */
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
