"use client";

import { ActionIcon } from "@mantine/core";
import { IconDots, IconDotsVertical, IconFlag, IconUser } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { useReportDialog } from "#app/[locale]/use-report-dialog.ts";
import { BlockItem } from "#components/blocks/block-item.tsx";
import { useDecideBlock } from "#components/blocks/use-decide-block.ts";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import type { Person } from "#lib/auth/schema.ts";
import { routes } from "#lib/routes.ts";

interface MemberMenuProps {
  person: Pick<Person, "id" | "fullname">;
  /** On the member's own page the menu has no link to it, and it is known that they are not blocked. */
  place: "profile" | "chat";
  /** Further items. */
  children?: ReactNode;
}

/** The menu of rare actions about another member. */
export function MemberMenu({ person, place, children }: MemberMenuProps) {
  const t = useTranslations("Blocks");
  const button = useRef<HTMLButtonElement>(null);
  // The menu item disappears, so the dialog that opens next must return the focus to the button.
  const toButton = () => button.current?.focus();
  const { block } = useDecideBlock();
  const { report, dialog } = useReportDialog((alsoBlock) => {
    if (alsoBlock) block(person);
  });
  const Icon = place === "profile" ? IconDots : IconDotsVertical;
  return (
    <>
      <Menu position="bottom-end" width={250} withinPortal={place === "profile"}>
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant={place === "profile" ? "default" : "subtle"}
            aria-label={t("menu", { name: person.fullname })}
            title={t("more")}
          >
            <Icon size={20} stroke={1.8} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {place === "chat" && (
            <Menu.Item
              component={RouteLink}
              route={routes.member(person.id)}
              leftSection={<IconUser size={18} stroke={1.6} aria-hidden="true" />}
            >
              {t("openProfile")}
            </Menu.Item>
          )}
          {children}
          <BlockItem person={person} isShown={place === "profile"} onChoose={toButton} />
          <Menu.Item
            leftSection={<IconFlag size={18} stroke={1.6} aria-hidden="true" />}
            onClick={() => {
              toButton();
              report({ kind: "member", id: person.id, name: person.fullname });
            }}
          >
            {t("report")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
