import { drawCaptcha, randomAnswer } from "#server/captcha/draw-captcha.ts";
import { createWorkQueue } from "#server/infra/work-queue.ts";

interface CaptchaPicture {
  answer: string;
  /** A PNG image. */
  picture: Buffer;
}

interface Options {
  draw?: (answer: string) => Promise<Buffer>;
}

const stockMin = 2;
const stockMax = 64;
const atOnce = 2;
const waitMsMax = 2_000;

/**
 * Pictures that are drawn ahead, so that a request waits neither for drawing nor for other work of the processors. The
 * stock doubles whenever it ran out, so few are drawn where few are requested. Returns a function that takes one.
 * @throws {Failure} `unavailable` while more would have to be drawn than can be in two seconds.
 */
export function createCaptchaPictures({
  draw = drawCaptcha,
}: Options = {}): () => Promise<CaptchaPicture> {
  const queue = createWorkQueue({ atOnce, usualMs: 10 });
  const stock: CaptchaPicture[] = [];
  let wanted = stockMin;
  let isFilling = false;

  const drawNext = async () => {
    const release = queue.hold(waitMsMax);
    const answer = randomAnswer();
    const picture = await queue.run(() => draw(answer)).finally(release);
    return { answer, picture };
  };
  const fill = async () => {
    if (isFilling) return;
    isFilling = true;
    try {
      while (stock.length < wanted) stock.push(await drawNext());
    } catch {
      // The next request draws one itself, and gets the failure if it persists.
    } finally {
      isFilling = false;
    }
  };

  return async () => {
    const ready = stock.shift();
    if (!ready) wanted = Math.min(stockMax, wanted * 2);
    const taken = ready ?? (await drawNext());
    void fill();
    return taken;
  };
}
