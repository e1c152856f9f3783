import { IconCheck, IconSend } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import classes from "#components/messenger/composer/composer.module.css";

interface ComposerSendProps {
  isEditing: boolean;
  ready: boolean;
}

export const ComposerSend = memo(function ComposerSend({ isEditing, ready }: ComposerSendProps) {
  const t = useTranslations("Messenger");
  const Icon = isEditing ? IconCheck : IconSend;
  return (
    <button
      type="submit"
      className={classes.send}
      aria-label={t(isEditing ? "composerSave" : "send")}
      disabled={!ready}
      // The field keeps the focus, or the phone's keyboard would close.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Icon size={22} stroke={1.7} aria-hidden="true" />
    </button>
  );
});
