"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import {
  EndedInvitation,
  InvitationCard,
  WaitingInvitation,
} from "#components/invitations/invitation-card.tsx";
import { LightButton, LightButtonLink } from "#components/ui/controls/light-button.tsx";
import { useGoTo } from "#components/ui/controls/route-link.tsx";
import { FailureAlert } from "#components/ui/failure-alert.tsx";
import { ErrorState } from "#components/ui/list-states.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { useLoadFailure } from "#components/ui/lists/use-load-failure.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import type { Auth } from "#lib/auth/auth-state.ts";
import { storeIntent } from "#lib/auth/intent.ts";
import type { OpenInvitation } from "#lib/invitations/open-schema.ts";
import {
  routeOfTarget,
  useAcceptInvitation,
  useOpenInvitation,
} from "#lib/invitations/use-open-invitation.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { routes } from "#lib/routes.ts";

interface InvitationScreenProps {
  /** Reports the invitation to the operator. */
  onReport: (invitation: OpenInvitation, code: string) => void;
}

/** What an invitation shows to whoever opens its link: the way to sign up, or one button for a member (D-INVITE). */
export function InvitationScreen({ onReport }: InvitationScreenProps) {
  const t = useTranslations("Invitation");
  const auth = useAuth();
  const code = usePathname().split("/").at(-1) ?? "";
  const query = useOpenInvitation(code, readerOf(auth));
  const { data } = query;
  const failure = useLoadFailure(query);
  if (failure)
    return (
      <WaitingInvitation>
        <ErrorState {...failure} />
      </WaitingInvitation>
    );
  if (data === undefined)
    return (
      <WaitingInvitation>
        <span role="status" aria-label={t("loading")}>
          <Spinner size={28} />
        </span>
      </WaitingInvitation>
    );
  if (data === null) return <Ended auth={auth} />;
  if (auth.status !== "authenticated") return <ForVisitor invitation={data} code={code} />;
  if (!auth.user.verified) return <ForUnverified invitation={data} code={code} />;
  return <ForMember invitation={data} code={code} onReport={() => onReport(data, code)} />;
}

/** Undefined while the session is not known. */
function readerOf(auth: Auth): number | null | undefined {
  if (auth.status === "undetermined") return undefined;
  return auth.status === "authenticated" ? auth.user.id : null;
}

function Ended({ auth }: { auth: Auth }) {
  const t = useTranslations("Invitation");
  const isMember = auth.status === "authenticated" && auth.user.verified;
  return (
    <EndedInvitation
      actions={
        isMember ? (
          <LightButtonLink route={routes.findPeople()}>{t("findPeople")}</LightButtonLink>
        ) : (
          <>
            <LightButtonLink route={routes.signup()}>{t("signUp")}</LightButtonLink>
            <LightButtonLink route={routes.home()} variant="subtle">
              {t("toHome")}
            </LightButtonLink>
          </>
        )
      }
    />
  );
}

function ForVisitor({ invitation, code }: { invitation: OpenInvitation; code: string }) {
  const t = useTranslations("Invitation");
  const here = routes.invitation(code);
  // The next screen is rendered before the browser's address changes, so it finds the return address in the cookie.
  const storeHere = () => storeIntent(here);
  return (
    <InvitationCard
      invitation={invitation}
      actions={
        <>
          <LightButtonLink route={routes.signup(here)} onClick={storeHere}>
            {t("signUp")}
          </LightButtonLink>
          <LightButtonLink route={routes.login(here)} variant="default" onClick={storeHere}>
            {t("signIn")}
          </LightButtonLink>
        </>
      }
    />
  );
}

function ForUnverified({ invitation, code }: { invitation: OpenInvitation; code: string }) {
  const t = useTranslations("Invitation");
  return (
    <InvitationCard
      invitation={invitation}
      text={t("confirmFirst")}
      actions={
        <LightButtonLink
          route={routes.confirmation()}
          onClick={() => storeIntent(routes.invitation(code))}
        >
          {t("toConfirmation")}
        </LightButtonLink>
      }
    />
  );
}

const acceptLabels = {
  kampus: "acceptKampus",
  class: "acceptClass",
  group: "acceptGroup",
} as const;

interface ForMemberProps {
  invitation: OpenInvitation;
  code: string;
  onReport: () => void;
}

function ForMember({ invitation, code, onReport }: ForMemberProps) {
  const t = useTranslations();
  const goTo = useGoTo();
  const accept = useAcceptInvitation(code);
  const { kind, is_own, is_accepted } = invitation;
  const { data, error, mutate, isPending } = accept;
  // A member who has signed up through the link has accepted it by the confirmation, and goes on to its target.
  const target = is_accepted ? targetOf(invitation) : data?.data;
  useEffect(() => {
    if (target) goTo(routeOfTarget(target), { replace: true });
  }, [target, goTo]);
  if (is_own)
    return (
      <InvitationCard
        invitation={invitation}
        text={t("Invitation.own")}
        actions={
          <LightButtonLink route={routes.invitationsSettings()}>
            {t("Invitation.toOwn")}
          </LightButtonLink>
        }
      />
    );
  return (
    <InvitationCard
      invitation={invitation}
      text={target ? t("Invitation.accepted") : undefined}
      failure={error && <FailureAlert title={t("Site.error")} text={error.message} />}
      actions={
        target ? (
          <LightButtonLink route={routeOfTarget(target)}>{t("Invitation.goOn")}</LightButtonLink>
        ) : (
          <>
            <LightButton loading={isPending} onClick={() => mutate()}>
              {t(`Invitation.${acceptLabels[kind]}`)}
            </LightButton>
            <LightButton
              variant="subtle"
              onClick={({ currentTarget }) => {
                currentTarget.focus(); // Safari does not focus a clicked button
                onReport();
              }}
            >
              {t("Invitation.report")}
            </LightButton>
          </>
        )
      }
    />
  );
}

const targetOf = ({ kind, object, class_key, group, chat_id }: OpenInvitation) => {
  const object_id = object?.id ?? null;
  return { kind, class_key, group, chat_id, object_id };
};
