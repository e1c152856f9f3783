"use client";

import { type ReactNode, useEffect, useState } from "react";
import classes from "./intended-place.module.css";
import { useIntent } from "#lib/auth/intent.ts";
import { usePathname } from "#lib/i18n/navigation.ts";
import { institutionIdOf } from "#lib/institutions/institution-id.ts";
import { invitationCodeOf } from "#lib/invitations/code-schema.ts";

/**
 * Names the institution or the invitation that opens after the account form. Only visitors who came from one load that
 * part.
 */
export function IntendedPlace() {
  // The page of an invitation names it itself; the layout stays mounted when its visitor goes on to the sign-up.
  return usePathname().startsWith("/i/") ? null : <NamedPlace />;
}

function NamedPlace() {
  const intent = useIntent();
  const code = invitationCodeOf(intent);
  const id =
    intent?.surface === "profile" ? institutionIdOf(intent.path.split("?")[0] ?? "") : null;
  const [name, setName] = useState<ReactNode>(null);
  useEffect(() => {
    // Without this part only the name is missing; the place opens all the same.
    fetchName(id, code).then(setName, () => null);
  }, [id, code]);
  return (id !== null || code !== null) && <div className={classes.room}>{name}</div>;
}

async function fetchName(id: number | null, code: string | null): Promise<ReactNode> {
  if (id !== null) {
    const { IntendedInstitution } = await import("./intended-institution.tsx");
    return <IntendedInstitution id={id} />;
  }
  if (code === null) return null;
  const { IntendedInvitation } = await import("./intended-invitation.tsx");
  return <IntendedInvitation code={code} />;
}
