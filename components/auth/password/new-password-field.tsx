"use client";

import { type ComponentProps, type ComponentType, useState } from "react";
import type { PasswordStrengthProps } from "#components/auth/password/password-strength.tsx";
import { SecretField } from "#components/auth/password/secret-field.tsx";

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof SecretField>, "value"> {
  value: string;
  /** What a stranger knows of the person, and so must not be the password. */
  known: readonly string[];
}

/** A password that is being chosen: says how hard it is to guess, once the heavy part of that is fetched. */
export function NewPasswordField({ known, value, ...input }: NewPasswordFieldProps) {
  const [Strength, setStrength] = useState<ComponentType<PasswordStrengthProps> | null>(null);
  const prepare = () => {
    // Advice alone: where it cannot be fetched, it is left out.
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
