"use client";

import { IconArrowRight, IconBuilding } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import classes from "./study-question.module.css";
import { InstitutionLineOnDemand } from "#components/params/institution-line-on-demand.tsx";
import { LightButton } from "#components/ui/controls/light-button.tsx";
import { RouteLink, useGoTo } from "#components/ui/controls/route-link.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { moveFocus } from "#components/ui/forms/move-focus.ts";
import { SearchField } from "#components/ui/forms/search-field.tsx";
import { useSearchWords } from "#components/ui/forms/use-search-words.ts";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";
import { formatNumber } from "#lib/i18n/numbers.ts";
import { institutionsQuery } from "#lib/institutions/queries.ts";
import type { InstitutionRow } from "#lib/institutions/schema.ts";
import { routes } from "#lib/routes.ts";

const shownMax = 6;

/**
 * "Where did you study?": finds institutions as one types, with how many members each has. Arrows go through them, Enter
 * or the button opens the first, as soon as it is found; its page leads on to the sign-up and keeps the choice (D-INTENT).
 */
export function StudyQuestion() {
  const t = useTranslations("Home");
  const box = useRef<HTMLFormElement>(null);
  const { search, setSearch, q } = useSearchWords();
  const [isOpen, setOpen] = useState(false);
  const { found, error, isBusy, refetch } = useFoundInstitutions(search, q);
  const isListed = isOpen && q !== "" && Boolean(found ?? error);
  useCloseOnBack(() => setOpen(false), isListed, { isPart: true });
  // Stands behind the list's entry of the history, which a page that is being left must not get.
  const { openFirst, awaitNone } = useFirstFound(isBusy ? undefined : found?.[0]?.id, error);
  const focusField = () => box.current?.querySelector("input")?.focus();
  const retry = () => {
    focusField(); // The button goes with its failure.
    void refetch();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its field and links
    <form
      ref={box}
      role="search"
      className={classes.root}
      onSubmit={(event) => {
        event.preventDefault();
        if (search.trim() === "") focusField();
        else {
          if (error) void refetch();
          openFirst();
        }
      }}
      onFocus={() => setOpen(true)}
      onClick={() => setOpen(true)} // Back closes the results and leaves the focus in the field.
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => moveFocus(event, box.current)}
    >
      <p className={classes.question}>{t("question")}</p>
      <div className={classes.field}>
        <SearchField
          label={t("question")}
          placeholder={t("questionExample")}
          value={search}
          busy={search.trim() !== "" && isBusy && !error}
          onChange={(words) => {
            awaitNone();
            setOpen(true); // Back may have closed the results.
            setSearch(words);
          }}
        />
        <LightButton type="submit" variant="filled" className={classes.find} aria-label={t("find")}>
          <span className={classes.findWord}>{t("find")}</span>
          <IconArrowRight size={22} stroke={1.8} aria-hidden="true" className={classes.findIcon} />
        </LightButton>
      </div>
      <div role="status" className={classes.announced}>
        {found && !isBusy ? t("foundCount", { count: found.length }) : ""}
      </div>
      {isListed && (
        // Takes the focus where the mouse gives it to no link, as in Safari: the field would lose it and close this.
        <div role="region" aria-label={t("found")} tabIndex={-1} className={classes.found}>
          {!found && error && <ErrorState message={error.message} onRetry={retry} />}
          {found?.length === 0 && <NoneFound q={q} />}
          {found && found.length > 0 && (
            <ul className={classes.rows} aria-busy={isBusy}>
              {found.map((institution) => (
                <FoundRow
                  key={institution.id}
                  institution={institution}
                  q={q}
                  isOfFormerWords={isBusy}
                />
              ))}
            </ul>
          )}
        </div>
      )}
    </form>
  );
}

/** The first institutions that these words find. */
function useFoundInstitutions(search: string, q: string) {
  const { data, isPlaceholderData, error, refetch } = useInfiniteQuery({
    ...institutionsQuery(useLocale(), { q }),
    enabled: q !== "",
  });
  const found = (q === "" ? undefined : data?.pages[0]?.data)?.slice(0, shownMax);
  return { found, error, isBusy: q !== search.trim() || isPlaceholderData, refetch };
}

/** Opens the first institution, where need be once it has arrived; after a failure only if that is asked for again. */
function useFirstFound(first: number | undefined, error: Error | null) {
  const goTo = useGoTo();
  const [isAwaited, setAwaited] = useState(false);
  if (isAwaited && error) setAwaited(false);
  const open = useEffectEvent((id: number) => goTo(routes.institution(id)));
  useEffect(() => {
    if (isAwaited && first !== undefined) open(first);
  }, [isAwaited, first]);
  return {
    openFirst: () => {
      if (first === undefined) setAwaited(true);
      else goTo(routes.institution(first));
    },
    awaitNone: () => setAwaited(false),
  };
}

function NoneFound({ q }: { q: string }) {
  const t = useTranslations("Home");
  return (
    <p className={classes.none}>
      {t("foundNone", { q })}{" "}
      {t.rich("foundNoneAdd", {
        link: (label) => (
          <RouteLink route={routes.signup(routes.welcome(q))} className={classes.add}>
            {label}
          </RouteLink>
        ),
      })}
    </p>
  );
}

interface FoundRowProps {
  institution: InstitutionRow;
  q: string;
  isOfFormerWords: boolean;
}

function FoundRow({ institution, q, isOfFormerWords }: FoundRowProps) {
  const inLists = useTranslations("Institutions");
  const { id, name, establishment, region, members } = institution;
  const found = { name, detail: `${establishment.name} · ${region.name}`, q, isOfFormerWords };
  return (
    <li>
      <RouteLink route={routes.institution(id)} className={classes.row}>
        <span className={classes.icon} aria-hidden="true">
          <IconBuilding size={20} stroke={1.6} />
        </span>
        <span className={classes.text}>
          <span className={classes.name}>
            <InstitutionLineOnDemand {...found} line="name" />
          </span>
          <span className={classes.detail}>
            <InstitutionLineOnDemand {...found} line="detail" />
          </span>
        </span>
        {typeof members === "number" && (
          <span className={classes.members}>
            {inLists("membersThere", { total: formatNumber(members) })}
          </span>
        )}
      </RouteLink>
    </li>
  );
}
