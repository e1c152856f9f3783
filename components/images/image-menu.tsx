"use client";

import { IconDotsVertical, IconTrash, IconUserCheck, IconUserCircle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useDecideImage } from "#components/images/upload/decide-image.ts";
import classes from "#components/images/image-settings.module.css";
import { Menu } from "#components/ui/overlays/menu.tsx";
import type { ProfileImage } from "#lib/images/schema.ts";

interface ImageMenuProps {
  image: ProfileImage;
  /** Counts from 1. */
  number: number;
  onDeleted: () => void;
}

/** What the member may do with an image of their own. */
export function ImageMenu({ image, number, onDeleted }: ImageMenuProps) {
  const t = useTranslations("Images");
  const label = useTranslations("ImageSettings")("menu", { number });
  const decide = useDecideImage();
  const remove = async () => {
    if (await decide({ action: "delete", image })) onDeleted();
  };
  const MainIcon = image.is_main ? IconUserCheck : IconUserCircle;
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <button type="button" className={classes.menuButton} aria-label={label} title={label}>
          <span className={classes.menuIcon}>
            <IconDotsVertical size={18} stroke={2} aria-hidden="true" />
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={image.is_main}
          leftSection={<MainIcon size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => void decide({ action: "main", image })}
        >
          {t(image.is_main ? "isMain" : "makeMain")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={18} stroke={1.6} aria-hidden="true" />}
          onClick={() => void remove()}
        >
          {t("delete")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
