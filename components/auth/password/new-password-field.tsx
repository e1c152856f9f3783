"use client";

import { type ComponentProps, type ComponentType, useState } from "react";
import type { PasswordStrengthProps } from "#components/auth/password/password-strength.tsx";
import { SecretField } from "#components/auth/password/secret-field.tsx";

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof SecretField>, "value"> {
  value: string;
  /** Publicly known words about the member, which a password must not contain. */
  known: readonly string[];
}

/** The field of a new password, which shows its strength once the heavy estimator is loaded. */
export function NewPasswordField({ known, value, ...input }: NewPasswordFieldProps) {
  const [Strength, setStrength] = useState<ComponentType<PasswordStrengthProps> | null>(null);
  const prepare = () => {
    // The strength is only advice, so the field works without it when it cannot be loaded.
    void import("#components/auth/password/password-strength.tsx")
      .then((loaded) => setStrength(() => loaded.PasswordStrength))
      .catch(() => null);
  };
  return (
    <SecretField {...input} value={value} autoComplete="new-password" onFocus={prepare}>
      {Strength && <Strength password={value} known={known} />}
    </SecretField>
  );
}
