"use client";

import { IconFlag } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import classes from "./institution-screen.module.css";
import { StudiedHere } from "./studied-here.tsx";
import { SubjectMissing } from "./subject-missing.tsx";
import { useTitle } from "./use-title.ts";
import { FriendshipRefresh } from "#app/[locale]/friendship-refresh.tsx";
import { PersonActions } from "#app/[locale]/profile/person-actions.tsx";
import { useReportDialog } from "#app/[locale]/use-report-dialog.ts";
import { ClassStrip } from "#components/classes/class-strip.tsx";
import { BackToInstitutions, InstitutionHead } from "#components/institutions/institution-head.tsx";
import { MantineFrame } from "#components/layout/mantine-frame.tsx";
import { InstitutionMembers } from "#components/people/institution-members.tsx";
import { SubjectHeadSkeleton } from "#components/ui/subject/subject-head-skeleton.tsx";
import { Card } from "#components/ui/card.tsx";
import { ActionsMenu } from "#components/ui/controls/actions-menu.tsx";
import { NotLoaded } from "#components/ui/list-states.tsx";
import { isNotFound } from "#lib/api/api-failure.ts";
import { classesQuery } from "#lib/classes/queries.ts";
import { educationsQuery } from "#lib/periods/queries.ts";
import { institutionQuery } from "#lib/institutions/queries.ts";
import type { Institution } from "#lib/institutions/schema.ts";
import { routes } from "#lib/routes.ts";

/** The institution as members see it. Visitors do not load it. */
export function KnownInstitution({ id }: { id: number }) {
  return (
    <MantineFrame>
      <FriendshipRefresh />
      <WithMembers id={id} />
    </MantineFrame>
  );
}

function WithMembers({ id }: { id: number }) {
  const locale = useLocale();
  const institution = useQuery(institutionQuery(locale, id));
  const { data, error } = institution;
  const own = useQuery(educationsQuery(locale, null));
  const isHeadKnown = (data !== undefined || error !== null) && !own.isPending;
  const t = useTranslations();
  const classList = useInfiniteQuery(classesQuery(locale, id));
  const members = classList.data?.pages[0]?.meta.total;
  const ownClass = classList.data?.pages.flatMap((page) => page.data).find(({ mine }) => mine);
  useTitle(data?.name, t("People.institutionTitle"));
  if (isNotFound(error)) return <SubjectMissing kind="institution" />;
  return (
    <div className={classes.page}>
      <div>
        <BackToInstitutions />
        {data && (
          <InstitutionHead
            institution={data}
            menu={<InstitutionMenu id={data.id} name={data.name} />}
            total={members === undefined ? "\u00a0" : t("Classes.people", { count: members })}
          >
            <StudiedHere institution={data} addressId={id} />
          </InstitutionHead>
        )}
        <NotLoaded query={institution} skeleton={<SubjectHeadSkeleton />} inCard />
      </div>
      {/* Hidden until the content above has its height, which would push it down. */}
      <div className={classes.page} hidden={!isHeadKnown}>
        <Card as="section" aria-labelledby="classes">
          <h2 id="classes" className={classes.sectionTitle}>
            {t("Classes.classes")}
          </h2>
          <ClassStrip objectId={id} />
        </Card>
        <InstitutionMembers
          institutionId={id}
          // The institution of the address may have been merged into this one, which alone the search knows.
          searchedId={data?.id ?? id}
          classOfOnly={members === 1 && ownClass ? routes.class(id, ownClass.key) : null}
          renderActions={renderActions}
        />
      </div>
    </div>
  );
}

const renderActions = (person: Parameters<typeof PersonActions>[0]["person"]) => (
  <PersonActions person={person} />
);

/** The menu of rare actions about an institution. */
function InstitutionMenu({ id, name }: Pick<Institution, "id" | "name">) {
  const t = useTranslations("Reports");
  const { report, dialog } = useReportDialog();
  return (
    <>
      <ActionsMenu
        label={t("menu", { name })}
        variant="default"
        width={230}
        withinPortal
        actions={[
          {
            label: t("report"),
            Icon: IconFlag,
            run: () => report({ kind: "institution", id, name }),
          },
        ]}
      />
      {dialog}
    </>
  );
}
