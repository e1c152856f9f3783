/** The calls that a profile is made of, as a member makes them. */
import { z } from "zod";
import type { Ask } from "#bench/members-site.ts";

export interface ProfileCall {
  name: string;
  method: "GET" | "POST";
  path: string;
  body?: object;
  /** Reverts what the call changed, given its answer; this is not measured. */
  undo?: (ask: Ask, answer: unknown) => Promise<unknown>;
}

/** A university in a district, and a position in a sphere, of data/. */
const studies = { establishment_id: 1, region_id: 1726280, object_id: 1, start: 2010, end: 2014 };
const works = { sphere_id: 1, position_id: 101, region_id: 1726, company: "Школа", start: 2014 };

const made = z.object({ data: z.object({ id: z.int() }) });

const setting = "profile/setting";
const params = `${setting}/params`;

/** `own` are ids of what the caller has; `otherId` is another member. */
export function profileCalls(
  otherId: number,
  own: { educationId: number; jobId: number },
): ProfileCall[] {
  const other = `user/${otherId}`;
  const paths = [
    `${setting}/educations`,
    `${setting}/educations/${own.educationId}/edit`,
    `${setting}/jobs`,
    `${setting}/jobs/${own.jobId}/edit`,
    `${setting}/images/list`,
    "profile/media/list",
    "profile/friends/active",
    "profile/statistics",
    other,
    `${other}/statistics`,
    `${other}/profile/educations`,
    `${other}/profile/jobs`,
    `${other}/profile/images`,
    `${other}/profile/media`,
    `${other}/profile/friends`,
    `${params}/establishments`,
    `${params}/regions`,
    `${params}/regions?parent_id=1726`,
    `${params}/objects?establishment_id=1&region_id=1726&q=nat`,
    `${params}/start`,
    `${params}/end?start=2010`,
    `${params}/spheres`,
    `${params}/positions?sphere_id=1`,
  ];
  return [
    ...paths.map((path): ProfileCall => ({ name: `GET ${path}`, method: "GET", path })),
    adding("educations", studies),
    adding("jobs", works),
  ];
}

function adding(kind: "educations" | "jobs", body: object): ProfileCall {
  const path = `${setting}/${kind}`;
  return {
    name: `POST ${path}`,
    method: "POST",
    path,
    body,
    undo: (ask, answer) => ask("DELETE", `${path}/${made.parse(answer).data.id}`),
  };
}
