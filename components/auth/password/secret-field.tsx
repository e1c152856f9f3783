"use client";

import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useState } from "react";
import classes from "#components/auth/password/secret-field.module.css";
import { LightIconButton } from "#components/ui/controls/light-button.tsx";
import { TextField, type TextFieldProps } from "#components/ui/forms/text-field.tsx";

interface SecretFieldProps extends ComponentProps<typeof PasswordField> {
  /** Stands below the field. */
  children?: ReactNode;
}

/** A password field that can show its value and warns of Caps Lock. */
export function SecretField({ children, onBlur, ...input }: SecretFieldProps) {
  const t = useTranslations("Auth");
  const [capsLock, setCapsLock] = useState(false);
  // When the browser autofills the field, the key event is a plain Event without modifiers.
  const check = ({ nativeEvent }: { nativeEvent: Event }) =>
    setCapsLock(nativeEvent instanceof KeyboardEvent && nativeEvent.getModifierState("CapsLock"));
  return (
    <div>
      <PasswordField
        {...input}
        onKeyDown={check}
        onKeyUp={check}
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

/** A password field that can show its value. */
function PasswordField(props: TextFieldProps) {
  const t = useTranslations("Auth");
  const [visible, setVisible] = useState(false);
  const Icon = visible ? IconEyeOff : IconEye;
  return (
    <TextField
      {...props}
      required
      type={visible ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      ending={
        <LightIconButton
          aria-label={visible ? t("hidePassword") : t("showPassword")}
          onClick={() => setVisible(!visible)}
        >
          <Icon size={20} stroke={1.6} aria-hidden="true" />
        </LightIconButton>
      }
    />
  );
}
