/** A Kampus with the limits of production, and the calls that reach them. */
import { kampusForFile, type TestKampus } from "#server/testing/test-kampus.ts";
import { captchaAnswer } from "#server/testing/test-members.ts";

type From = Parameters<TestKampus["post"]>[2];

/** Started and closed with the test file or the `describe` that calls it. */
export function limitedKampus(variables: Record<string, string> = {}) {
  const kampus = kampusForFile({ RATE_LIMIT_SCALE: "1", ...variables });
  const post = (path: string, payload: object, from: From) =>
    kampus.post(`/api/en${path}`, payload, from);
  let captchas = 0;
  /** Each is requested from another address, because captchas have a limit of their own. */
  const captchaKey = async () => {
    captchas += 1;
    const remoteAddress = `10.0.${captchas >> 8}.${captchas & 255}`;
    const answer = await kampus.get("/api/captcha/flat", { remoteAddress });
    return answer.json<{ key: string }>().key;
  };
  return {
    kampus,
    captchaKey,
    login: async (
      login: string,
      password: string,
      remoteAddress: string,
      headers = {},
      givenKey?: string,
    ) => {
      const key = givenKey ?? (await captchaKey());
      const body = { login, password, captcha: captchaAnswer, key };
      return post("/login", body, { remoteAddress, headers });
    },
    /** With a right captcha, unless `fields` override it. */
    register: async (fields: Record<string, string>, remoteAddress: string, headers = {}) => {
      const form = {
        surname: "Каримов",
        name: "Алишер",
        patronymic: "Бахтиёрович",
        password: "secret",
        password_confirmation: "secret",
        captcha: captchaAnswer,
        key: fields.key ?? (await captchaKey()),
        ...fields,
      };
      return post("/registration", form, { remoteAddress, headers });
    },
    post,
  };
}

/** The answers of calls one after another. */
export const times = async <T>(count: number, call: (index: number) => Promise<T>) => {
  const answers: T[] = [];
  for (let index = 0; index < count; index += 1) answers.push(await call(index));
  return answers;
};
export const statuses = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode);
