"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { captchaWork } from "#lib/captcha/schema.ts";

type CaptchaWorkState =
  /** The picture is shown instead of the work. */
  | { status: "off" }
  | { status: "working" }
  | { status: "solved"; key: string; answer: string; askedAtMs: number }
  | { status: "failed"; error: string };

export interface CaptchaWorker {
  state: CaptchaWorkState;
  /** Starts the work, or starts it again because the former solution is spent or old. Resolves to what came of it. */
  start: () => Promise<CaptchaWorkState>;
  stop: () => void;
}

/** The check without a picture: the browser computes for a second or two, and nothing is read or typed. */
export function useCaptchaWork(): CaptchaWorker {
  const unsolved = useTranslations("Captcha")("workFailed");
  const [state, setState] = useState<CaptchaWorkState>({ status: "off" });
  const latest = useRef<AbortController | null>(null);

  const stop = useCallback(() => {
    latest.current?.abort();
    latest.current = null;
    setState({ status: "off" });
  }, []);

  const start = useCallback(async () => {
    latest.current?.abort();
    const controller = new AbortController();
    latest.current = controller;
    setState({ status: "working" });
    const outcome = await work(controller.signal, unsolved);
    if (latest.current === controller) setState(outcome);
    return outcome;
  }, [unsolved]);

  useEffect(() => () => latest.current?.abort(), []);

  return { state, start, stop };
}

async function work(signal: AbortSignal, unsolved: string): Promise<CaptchaWorkState> {
  const askedAtMs = Date.now();
  try {
    const [{ solveWork }, { key, work }] = await Promise.all([
      import("#lib/captcha/solve-work.ts"),
      api.get("/api/captcha/work", captchaWork, { signal, asDevice: true }),
    ]);
    const answer = await solveWork(work, signal);
    return answer === null
      ? { status: "failed", error: unsolved }
      : { status: "solved", key, answer, askedAtMs };
  } catch (failure) {
    return { status: "failed", error: failure instanceof ApiFailure ? failure.message : unsolved };
  }
}
