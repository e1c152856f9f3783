import type { Redis } from "ioredis";
import { LRUCache } from "lru-cache";

const lifetimeS = 5 * 60;
const answersInProcessMax = 50_000;

/** Answers by key; `take` spends the key, so of any number of submits one alone meets the answer (S-CAPTCHA). */
export interface CaptchaStore {
  put(key: string, answer: string): Promise<void>;
  take(key: string): Promise<string | null>;
}

export function createCaptchaStore(redis: Redis | null): CaptchaStore {
  return redis ? redisStore(redis) : processStore();
}

function redisStore(redis: Redis): CaptchaStore {
  const name = (key: string) => `captcha:${key}`;
  return {
    async put(key, answer) {
      await redis.set(name(key), answer, "EX", lifetimeS);
    },
    take: (key) => redis.getdel(name(key)),
  };
}

function processStore(): CaptchaStore {
  const answers = new LRUCache<string, string>({ max: answersInProcessMax, ttl: lifetimeS * 1000 });
  return {
    put(key, answer) {
      answers.set(key, answer);
      return Promise.resolve();
    },
    take(key) {
      const answer = answers.get(key) ?? null;
      answers.delete(key);
      return Promise.resolve(answer);
    },
  };
}
