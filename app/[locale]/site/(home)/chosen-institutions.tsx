"use client";

import { IconMapQuestion, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import classes from "./catalogue.module.css";
import { CategoryIcon } from "#components/categories/category-icon.tsx";
import { useChoice } from "#components/categories/use-choice.ts";
import { Institutions } from "#components/institutions/institutions.tsx";
import { Breadcrumbs } from "#components/layout/breadcrumbs.tsx";
import { Card } from "#components/ui/card.tsx";
import { InPlaceLink } from "#components/ui/controls/in-place-link.tsx";
import { buttonLook, iconLook } from "#components/ui/controls/light-button.tsx";
import { EmptyState } from "#components/ui/list-states.tsx";
import { categoriesQuery } from "#lib/categories/queries.ts";
import { type CategoryPath, choiceOf, findPath } from "#lib/categories/tree.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { routes } from "#lib/routes.ts";

/** Query parameters of the home page: the kind of institution, then a region or a district of it. */
export const properties = ["establishment", "region"] as const;

/** The institutions of the chosen category under its name, or all of them. `chooser` is the button to choose on phones. */
export function ChosenInstitutions({ chooser }: { chooser: ReactNode }) {
  const choice = useChoice(properties);
  const { data: categories } = useQuery(categoriesQuery(useLocale()));
  const chosen = "establishment" in choice;
  const path = categories && chosen ? findPath(categories, properties, choice) : undefined;
  const sourceOf = (kindId: number) => categories?.find(({ id }) => id === kindId)?.source;
  return (
    <>
      {path ? <ChosenHead path={path} /> : <CatalogueHead />}
      <div className={classes.chooser}>
        {chooser}
        {chosen && <ClearButton />}
      </div>
      {categories && chosen && !path ? (
        <UnknownChoice />
      ) : (
        <Institutions
          establishmentId={chosen ? Number(choice.establishment) : undefined}
          regionId={chosen && choice.region ? Number(choice.region) : undefined}
          renderIcon={({ establishment }) => {
            const source = sourceOf(establishment.id);
            return source && <CategoryIcon source={source} />;
          }}
        />
      )}
    </>
  );
}

/** What the catalogue is called until a category is chosen. */
export function CatalogueHead() {
  const t = useTranslations("Home");
  return (
    <div className={classes.head}>
      <h2 className={classes.title}>{t("catalogueTitle")}</h2>
      <p className={classes.lead}>{t("catalogueLead")}</p>
    </div>
  );
}

function ChosenHead({ path }: { path: CategoryPath }) {
  const t = useTranslations();
  const node = path.at(-1);
  const crumbs = path.map((each, level) => ({
    title: each.name,
    link: routes.category("site", choiceOf(path.slice(0, level + 1), properties)),
    isCurrentPage: each === node,
  }));
  const names = node && path[0] !== node ? [path[0]?.name, node.name] : [node?.name];
  const title = names.join(" · ");
  usePageTitle(title);
  return (
    <div className={classes.head}>
      <div className={classes.chosen}>
        <h2 className={classes.title}>{title}</h2>
        {node && (
          <span className={classes.total}>
            {t("Categories.total", { count: node.total, total: formatNumber(node.total) })}
          </span>
        )}
        <InPlaceLink route={routes.home()} className={classes.all}>
          {t("Categories.clear")}
        </InPlaceLink>
      </div>
      <Breadcrumbs
        items={[{ title: t("Home.main"), link: routes.home(), isMain: true }, ...crumbs]}
      />
    </div>
  );
}

/** Distinguishes the choices among the tabs and in the history of the browser. */
function usePageTitle(title: string): void {
  const usual = useTranslations("Layout")("title");
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = usual;
    };
  }, [title, usual]);
}

/** Clears the choice on phones. */
function ClearButton() {
  const name = useTranslations("Categories")("clear");
  return (
    <InPlaceLink route={routes.home()} aria-label={name} title={name} {...iconLook("default")}>
      <IconX size={20} stroke={1.6} aria-hidden="true" />
    </InPlaceLink>
  );
}

function UnknownChoice() {
  const t = useTranslations("Categories");
  return (
    <Card flush>
      <EmptyState
        Icon={IconMapQuestion}
        title={t("unknown")}
        action={
          <InPlaceLink route={routes.home()} {...buttonLook({ variant: "default" })}>
            {t("clear")}
          </InPlaceLink>
        }
      />
    </Card>
  );
}
