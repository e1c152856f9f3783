"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { captchaWork } from "#lib/captcha/schema.ts";

/** What a form is sent with once the work is solved. */
interface Solution {
  key: string;
  captcha: string;
}

/** `off`: the picture is shown instead of the work. */
type CaptchaWorkState = { solution?: Solution } & (
  { status: "off" | "working" | "solved" } | { status: "failed"; error: string }
);

export interface CaptchaWorker {
  state: CaptchaWorkState;
  /**
   * Starts the work, or starts it again because the former solution is spent; with an age, only if it is as old. Resolves
   * to the new solution, if there is one.
   */
  start: (ageMs?: number) => Promise<Solution | undefined>;
  stop: () => void;
}

/** The check without a picture: the browser computes for a second or two, and nothing is read or typed. */
export function useCaptchaWork(): CaptchaWorker {
  const unsolved = useTranslations("Captcha")("workFailed");
  const [state, setState] = useState<CaptchaWorkState>({ status: "off" });
  const latest = useRef<AbortController | null>(null);
  const askedAtMs = useRef(0);

  const stop = () => {
    latest.current?.abort();
    latest.current = null;
    setState({ status: "off" });
  };

  const start = async (ageMs = 0) => {
    if (Date.now() - askedAtMs.current < ageMs) return undefined;
    latest.current?.abort();
    const controller = new AbortController();
    latest.current = controller;
    askedAtMs.current = Date.now();
    setState({ status: "working" });
    const outcome = await work(controller.signal, unsolved);
    if (latest.current === controller) setState(outcome);
    return outcome.solution;
  };

  useEffect(() => () => latest.current?.abort(), []);

  return { state, start, stop };
}

async function work(signal: AbortSignal, unsolved: string): Promise<CaptchaWorkState> {
  try {
    const [{ solveWork }, { key, work }] = await Promise.all([
      import("#lib/captcha/solve-work.ts"),
      api.get("/api/captcha/work", captchaWork, { signal, asDevice: true }),
    ]);
    const captcha = await solveWork(work, signal);
    return captcha === null
      ? { status: "failed", error: unsolved }
      : { status: "solved", solution: { key, captcha } };
  } catch (failure) {
    return { status: "failed", error: failure instanceof ApiFailure ? failure.message : unsolved };
  }
}
