"use client";

import { IconVolume, IconVolumeOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RadioRow } from "#components/ui/forms/radio-row.tsx";
import { SettingsCard } from "#components/ui/forms/settings-card.tsx";
import { readMessageSound, writeMessageSound } from "#lib/browser/cookies.ts";
import { useHydrated } from "#lib/browser/use-hydrated.ts";
import { playTone } from "#lib/messenger/alerts/message-tone.ts";

/** Whether messages make a sound on all surfaces of this browser. */
export function SoundSetting() {
  const t = useTranslations("Push");
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const on = chosen ?? (hydrated ? readMessageSound() : null);
  const choose = (next: boolean) => {
    writeMessageSound(next);
    setChosen(next);
    // Plays the tone, so that the member hears what they have chosen.
    if (next) void playTone();
  };
  return (
    <SettingsCard title={t("sound")} lead={t("soundHint")}>
      <RadioRow<"on" | "off">
        legend={t("sound")}
        legendHidden
        options={[
          { value: "on", label: t("soundOn"), Icon: IconVolume },
          { value: "off", label: t("soundOff"), Icon: IconVolumeOff },
        ]}
        value={on === null ? null : on ? "on" : "off"}
        onChange={(value) => choose(value === "on")}
      />
    </SettingsCard>
  );
}
