"use client";

import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "#components/ui/controls/icon-button.tsx";
import { TextField, type TextFieldProps } from "#components/ui/forms/text-field.tsx";

/** A password that can be looked at. */
export function PasswordField(props: TextFieldProps) {
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
        <IconButton
          aria-label={visible ? t("hidePassword") : t("showPassword")}
          onClick={() => setVisible(!visible)}
        >
          <Icon size={20} stroke={1.6} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}
