import type { ReactNode } from "react";
import type { FormFields } from "#components/ui/forms/use-checked-form.ts";

/** What proves that a person fills the form in; composed from another feature in app/. */
export interface Challenge {
  /** Names the question that is shown; null while there is none. */
  key: string | null;
  /** Set when the question is answered without anything being typed. */
  answer: string | null;
  /** The question could not be got: nothing can be sent. */
  blocked: boolean;
  /** The question is spent by a submit, whatever came of it. */
  renew: () => void;
  /** The field for the answer, with what the form gives to an input. */
  field: (input: ChallengeInput) => ReactNode;
}

export type ChallengeInput = ReturnType<FormFields<{ captcha: string }>["getInputProps"]>;
