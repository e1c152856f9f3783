"use client";

import { ActionIcon, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { SubmitEvent } from "react";
import classes from "#components/people/header-search.module.css";
import { RouteLink, useGoTo } from "#components/ui/route-link.tsx";
import { usePathname } from "#lib/i18n/navigation.ts";
import { routes } from "#lib/routes.ts";

const lengthMax = 255;

/** The way to the people search from any page: a field on wide screens, a button on phones. */
export function HeaderSearch() {
  const t = useTranslations("People");
  const goTo = useGoTo();
  // The page of the search has a field of its own. Prerendered, its path begins with its surface.
  const redundant = usePathname().endsWith(routes.findPeople().path) || undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = new FormData(event.currentTarget).get("q");
    goTo(routes.findPeople({ q: typeof words === "string" ? words.trim() : "" }));
  };
  return (
    <>
      <form role="search" className={classes.form} data-redundant={redundant} onSubmit={submit}>
        <TextInput
          type="search"
          name="q"
          classNames={{ input: classes.input }}
          aria-label={t("headerSearch")}
          placeholder={t("headerSearch")}
          maxLength={lengthMax}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}
        />
      </form>
      <ActionIcon
        component={RouteLink}
        route={routes.findPeople()}
        className={classes.button}
        data-redundant={redundant}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t("headerSearch")}
      >
        <IconSearch size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
    </>
  );
}
