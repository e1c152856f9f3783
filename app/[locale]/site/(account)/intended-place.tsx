"use client";

import { type ComponentType, useEffect, useState } from "react";
import classes from "./intended-place.module.css";
import { useIntent } from "#lib/auth/intent.ts";
import { institutionIdOf } from "#lib/institutions/institution-id.ts";

/** Names the institution that opens after the account form. Only visitors who came from one load that part. */
export function IntendedPlace() {
  const intent = useIntent();
  const id =
    intent?.surface === "profile" ? institutionIdOf(intent.path.split("?")[0] ?? "") : null;
  const [Name, setName] = useState<ComponentType<{ id: number }> | null>(null);
  useEffect(() => {
    if (id === null) return;
    // Without this part only the name is missing; the institution opens all the same.
    import("./intended-institution.tsx").then(
      ({ IntendedInstitution }) => setName(() => IntendedInstitution),
      () => null,
    );
  }, [id]);
  return id !== null && <div className={classes.room}>{Name && <Name id={id} />}</div>;
}
