import { drawCaptcha, randomAnswer } from "#server/captcha/draw-captcha.ts";
import { createWorkQueue } from "#server/infra/work-queue.ts";

export interface CaptchaPicture {
  answer: string;
  /** A PNG. */
  picture: Buffer;
}

interface Options {
  draw?: (answer: string) => Promise<Buffer>;
  stockMax?: number;
}

const stockMin = 2;
const atOnce = 2;
const waitMsMax = 2_000;

/**
 * Pictures that are drawn ahead, so that whoever asks for one waits neither for its drawing nor for what else takes the
 * processors then. The stock doubles whenever it was not enough: few are drawn where few are asked for. Answers what takes
 * one. @throws {Failure} `unavailable` while more would have to be drawn than is done in two seconds.
 */
export function createCaptchaPictures({
  draw = drawCaptcha,
  stockMax = 64,
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
      // Whoever asks next has one drawn, and gets the failure if it lasts.
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
