"use client";

import { ClassFace } from "./class-face.tsx";
import classes from "./class-screen.module.css";
import { PartForMembers } from "#app/[locale]/(open)/profile/objects/%5F/part-for-members.tsx";
import { SubjectMissing } from "#app/[locale]/(open)/profile/objects/%5F/subject-missing.tsx";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { isOutside } from "#lib/auth/auth-state.ts";
import { readToken } from "#lib/browser/cookies.ts";
import { classAddressOf } from "#lib/classes/class-address.ts";
import { usePathname } from "#lib/i18n/navigation.ts";

const fetchKnown = async () => (await import("./known-class.tsx")).KnownClass;

// Loaded before the session is known, because both take equally long.
if (typeof document !== "undefined" && readToken() !== null) void fetchKnown().catch(() => null);

/** A class and its members; for a visitor a rounded number of them. */
export function ClassScreen() {
  const place = classAddressOf(usePathname());
  const visitor = isOutside(useAuth());
  if (!place) return <SubjectMissing kind="class" />;
  const key = `${place.objectId} ${place.key}`;
  if (visitor) return <ClassFace key={key} place={place} />;
  return (
    <PartForMembers
      key={key}
      fetchPart={fetchKnown}
      of={{ place }}
      above={<span className={classes.backRoom} />}
    />
  );
}
