import { randomUUID } from "node:crypto";
import type { Captcha, CaptchaWork } from "#lib/captcha/schema.ts";
import { createCaptchaPictures } from "#server/captcha/captcha-pictures.ts";
import type { CaptchaStore } from "#server/captcha/captcha-store.ts";
import { createWork, isSolved, isWork } from "#server/captcha/captcha-work.ts";
import { type Failure, invalidField } from "#server/http/failure.ts";

type CheckCaptcha = (key: string, answer: string) => Promise<void>;

export interface CaptchaService {
  create(): Promise<Captcha>;
  /** Work for the browser instead of a picture; it grows with each wrong answer from the client's network. */
  createWork(doublings?: number): Promise<CaptchaWork>;
  /**
   * Spends the key. @throws {Failure} `invalid` on field `captcha` unless the answer is right and came in time: a late one
   * is not compared, so that nobody learns by it whether they had read the picture.
   */
  check: CheckCaptcha;
}

const expired = "Errors.captchaExpired";

/** Whether a form was refused because nobody had answered its captcha in time. */
export const isCaptchaExpired = (failure: Failure | null): boolean =>
  failure?.fields?.captcha?.includes(expired) ?? false;

/** `testAnswer` is accepted besides the right one, where the environment allows it; the key is spent too. */
export function createCaptchaService(
  store: CaptchaStore,
  testAnswer: string | undefined,
): CaptchaService {
  const takePicture = createCaptchaPictures();
  return {
    async create() {
      const key = randomUUID();
      const { answer, picture } = await takePicture();
      await store.put(key, answer);
      return { key, img: `data:image/png;base64,${picture.toString("base64")}` };
    },
    async createWork(doublings) {
      const key = randomUUID();
      const { work, stored } = await createWork(doublings);
      await store.put(key, stored);
      return { key, work };
    },
    async check(key, answer) {
      const spent = await store.take(key);
      if (spent?.isLive === false) throw invalidField("captcha", expired);
      const given = answer.trim().toLowerCase();
      const right =
        spent !== null &&
        (given === testAnswer?.toLowerCase() ||
          (isWork(spent.answer) ? await isSolved(spent.answer, given) : given === spent.answer));
      if (!right) throw invalidField("captcha", "Site.wrongCaptcha");
    },
  };
}
