"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useState } from "react";
import { PasswordField } from "#components/auth/password-field.tsx";
import classes from "#components/auth/password/secret-field.module.css";

interface SecretFieldProps extends ComponentProps<typeof PasswordField> {
  /** What is said about the password below it. */
  children?: ReactNode;
}

/** A password that can be looked at; says when Caps Lock would make it another. */
export function SecretField({ children, onBlur, ...input }: SecretFieldProps) {
  const t = useTranslations("Auth");
  const [capsLock, setCapsLock] = useState(false);
  // Not every event that comes as a key's is one: filling in by the browser makes plain ones.
  const look = ({ nativeEvent }: { nativeEvent: Event }) =>
    setCapsLock(nativeEvent instanceof KeyboardEvent && nativeEvent.getModifierState("CapsLock"));
  return (
    <div>
      <PasswordField
        {...input}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={(event) => {
          setCapsLock(false);
          onBlur?.(event);
        }}
      />
      <output className={classes.capsLock}>{capsLock && t("capsLock")}</output>
      {children}
    </div>
  );
}
