"use client";

import { ActionIcon } from "@mantine/core";
import { IconDots, IconDotsVertical, IconFlag, IconUser } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { createElement, type ReactNode, useRef, useState } from "react";
import { BlockItem } from "#components/blocks/block-item.tsx";
import { useDecideBlock } from "#components/blocks/use-decide-block.ts";
import type { ReportDialogProps } from "#components/reports/report-dialog.tsx";
import { Menu } from "#components/ui/overlays/menu.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import type { Person } from "#lib/auth/schema.ts";
import { routes } from "#lib/routes.ts";

interface MemberMenuProps {
  person: Pick<Person, "id" | "fullname">;
  /** On the page of the member the menu has no link to it, and it is known that they are not blocked. */
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
  const [reporting, setReporting] = useState<"never" | "closed" | "open">("never");
  const { block } = useDecideBlock();
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
              setReporting("open");
            }}
          >
            {t("report")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {reporting !== "never" && (
        <ReportOnDemand
          person={person}
          opened={reporting === "open"}
          onClose={() => {
            setReporting("closed");
            toButton();
          }}
          onSent={(alsoBlock) => {
            if (alsoBlock) block(person);
          }}
        />
      )}
    </>
  );
}

/** ReportDialog, loaded on demand. Rendered once it is first wanted. */
function ReportOnDemand(props: ReportDialogProps) {
  const dialog = useOnDemand(fetchDialog, props.onClose, props.opened);
  return dialog && createElement(dialog, props);
}

const fetchDialog = async () =>
  (await import("#components/reports/report-dialog.tsx")).ReportDialog;
