/** Reads what calls were answered. */
import type { LightMyRequestResponse } from "fastify";

/** @throws where the call was refused */
export async function dataFrom<T>(call: Promise<LightMyRequestResponse>): Promise<T> {
  const answer = await call;
  if (answer.statusCode >= 400) throw new Error(`${answer.statusCode}: ${answer.body}`);
  return answer.json<{ data: T }>().data;
}

/** What is wrong with a refused form, by field. */
export const faultsIn = (answer: LightMyRequestResponse): Record<string, string[]> =>
  answer.json<{ errors?: Record<string, string[]> }>().errors ?? {};

export const faultyFields = (answer: LightMyRequestResponse): string[] =>
  Object.keys(faultsIn(answer));

/** Whether a limit refused the call and the answer says how long to wait. */
export const isRefusedForNow = ({ statusCode, headers }: LightMyRequestResponse): boolean =>
  statusCode === 429 && /^\d+$/.test(String(headers["retry-after"]));

/** Both at once, for one comparison. */
export const statusAndBody = (answer: LightMyRequestResponse) =>
  [answer.statusCode, answer.json<unknown>()] as const;

/** Status and body of the answer in English about what is not there, or not for the caller. */
export const nothingFound = [404, { message: "Nothing was found", code: "not_found" }];
