"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { type Captcha, captcha as captchaSchema } from "#lib/captcha/schema.ts";

/** Loads the captcha of a form, once by itself and again on demand (S-CAPTCHA). */
interface CaptchaState {
  loading: boolean;
  /** Empty unless the last load failed. */
  error: string;
  captcha: Captcha | undefined;
}

export interface CaptchaLoader extends CaptchaState {
  /** Loads another picture, because the former one is spent or unreadable; with an age, only if it is as old. */
  reload: (ageMs?: number) => void;
}

/** Loads once by itself. A reload replaces a load that is still under way. */
export function useCaptcha(): CaptchaLoader {
  const [state, setState] = useState<CaptchaState>({
    loading: true,
    error: "",
    captcha: undefined,
  });
  const latest = useRef<AbortController | null>(null);
  const askedAtMs = useRef(0);

  const load = useCallback(async () => {
    latest.current?.abort();
    const controller = new AbortController();
    latest.current = controller;
    askedAtMs.current = Date.now();
    const outcome = await fetchCaptcha(controller.signal);
    if (latest.current === controller)
      setState((before) => ({ ...before, ...outcome, loading: false }));
  }, []);

  const reload = (ageMs = 0) => {
    if (Date.now() - askedAtMs.current < ageMs) return;
    setState((before) => ({ ...before, loading: true, error: "" }));
    void load();
  };

  useEffect(() => {
    void load();
    return () => {
      latest.current?.abort();
      latest.current = null;
    };
  }, [load]);

  return { ...state, reload };
}

async function fetchCaptcha(signal: AbortSignal): Promise<Partial<CaptchaState>> {
  try {
    const asked = { signal, asDevice: true };
    return { captcha: await api.get("/api/captcha/flat", captchaSchema, asked) };
  } catch (failure) {
    return { error: failure instanceof ApiFailure ? failure.message : String(failure) };
  }
}
