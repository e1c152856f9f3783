"use client";

import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";

const toggleWidthPx = 46;

/** A password that can be looked at. */
export function PasswordField(props: TextInputProps) {
  const t = useTranslations("Auth");
  const [visible, setVisible] = useState(false);
  const Icon = visible ? IconEyeOff : IconEye;
  return (
    <TextInput
      {...props}
      required
      type={visible ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      rightSectionWidth={toggleWidthPx}
      rightSection={
        <ActionIcon
          aria-label={visible ? t("hidePassword") : t("showPassword")}
          onClick={() => setVisible(!visible)}
        >
          <Icon size={20} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      }
    />
  );
}
