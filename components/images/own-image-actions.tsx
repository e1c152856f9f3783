"use client";

import { IconTrash, IconUserCircle, IconUserCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useDecideImage } from "#components/images/upload/decide-image.ts";
import { ViewerButton } from "#components/ui/overlays/viewer-button.tsx";
import type { ProfileImage } from "#lib/images/schema.ts";

/** In the viewer: what the member may do with an image of their own. */
export function OwnImageActions({ image }: { image: ProfileImage }) {
  const t = useTranslations("Images");
  const decide = useDecideImage();
  const MainIcon = image.is_main ? IconUserCheck : IconUserCircle;
  return (
    <>
      <ViewerButton
        aria-label={t(image.is_main ? "isMain" : "makeMain")}
        aria-disabled={image.is_main} // not disabled: it would lose the focus as it is pressed
        onClick={() => {
          if (!image.is_main) void decide({ action: "main", image });
        }}
      >
        <MainIcon size={26} stroke={1.7} aria-hidden="true" />
      </ViewerButton>
      <ViewerButton
        aria-label={t("delete")}
        onClick={() => void decide({ action: "delete", image })}
      >
        <IconTrash size={26} stroke={1.7} aria-hidden="true" />
      </ViewerButton>
    </>
  );
}
