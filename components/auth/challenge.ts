import type { ReactNode } from "react";
import type { FormFields } from "#components/ui/forms/use-checked-form.ts";

/** Proves that a person fills the form in; app/ composes it from the captcha feature. */
export interface Challenge {
  /** The key of the shown question; null while none is loaded. */
  key: string | null;
  /** Set when the question is answered without typing. */
  answer: string | null;
  /** The question could not be loaded, so the form cannot be sent. */
  blocked: boolean;
  /** Loads a new question: every submit spends the shown one. */
  renew: () => void;
  /** Answers another question where the page knows that the answered one is too old. Undefined for what is typed. */
  renewOld?: () => Promise<{ key: string; captcha: string } | undefined>;
  /** Renders the field for the answer with the input props of the form. */
  field: (input: ChallengeInput) => ReactNode;
}

type ChallengeInput = ReturnType<FormFields<{ captcha: string }>["getInputProps"]>;
