"use client";

import { useState } from "react";
import type { Challenge } from "#components/auth/challenge.ts";
import { CaptchaField } from "#components/captcha/captcha-field.tsx";
import { CaptchaWorkField } from "#components/captcha/captcha-work-field.tsx";
import { useCaptcha } from "#lib/captcha/use-captcha.ts";
import { useCaptchaWork } from "#lib/captcha/use-captcha-work.ts";

/** A key of this age is renewed before a form is sent with it, so that it is still good when it arrives. */
const oldKeyMs = 4.5 * 60 * 1000;

/** The captcha of the account forms: a picture or, for people who cannot see it, a proof of work by the browser. */
export function useCaptchaChallenge(): Challenge {
  const picture = useCaptcha();
  const work = useCaptchaWork();
  const [cameBack, setCameBack] = useState(false);

  if (work.state.status !== "off") {
    const { status, solution } = work.state;
    const leave = () => {
      setCameBack(true);
      work.stop();
      picture.reload(); // the former one may have expired meanwhile
    };
    return {
      key: solution?.key ?? null,
      answer: solution?.captcha ?? null,
      blocked: status === "failed",
      renew: () => void work.start(),
      renewOld: () => work.start(oldKeyMs),
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
        onFocus={() => input.value || picture.reload(oldKeyMs)}
        onAlternative={() => {
          input.onChange("");
          void work.start();
        }}
        focused={cameBack}
      />
    ),
  };
}
