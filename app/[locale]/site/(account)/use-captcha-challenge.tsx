"use client";

import { useState } from "react";
import type { Challenge } from "#components/auth/challenge.ts";
import { CaptchaField } from "#components/captcha/captcha-field.tsx";
import { CaptchaWorkField } from "#components/captcha/captcha-work-field.tsx";
import { oldKeyMs } from "#lib/captcha/schema.ts";
import { useCaptcha } from "#lib/captcha/use-captcha.ts";
import { useCaptchaWork } from "#lib/captcha/use-captcha-work.ts";

/** The captcha of the account forms: a picture or, for people who cannot see it, a proof of work by the browser. */
export function useCaptchaChallenge(): Challenge {
  const picture = useCaptcha();
  const work = useCaptchaWork();
  const [cameBack, setCameBack] = useState(false);

  if (work.state.status !== "off") {
    const solved = work.state.status === "solved" ? work.state : null;
    const leave = () => {
      setCameBack(true);
      work.stop();
      picture.reload(); // the former one may have expired meanwhile
    };
    return {
      key: solved?.key ?? null,
      answer: solved?.answer ?? null,
      blocked: work.state.status === "failed",
      renew: () => void work.start(),
      renewOld: async () => {
        if (!solved || Date.now() - solved.askedAtMs < oldKeyMs) return null;
        const again = await work.start();
        return again.status === "solved" ? { key: again.key, captcha: again.answer } : null;
      },
      field: ({ name, error, onChange }) => (
        <CaptchaWorkField
          name={name}
          error={error}
          work={work}
          onLeave={() => {
            onChange("");
            leave();
          }}
        />
      ),
    };
  }
  return {
    key: picture.loading ? null : (picture.captcha?.key ?? null),
    answer: null,
    blocked: picture.error !== "",
    renew: picture.reload,
    // The answer to one question, and its error, do not apply to the next question.
    field: (input) => (
      <CaptchaField
        {...input}
        loader={picture}
        onAlternative={() => {
          input.onChange("");
          void work.start();
        }}
        focused={cameBack}
      />
    ),
  };
}
