"use client";

import { createElement, type ReactNode } from "react";
import { memberHomePart } from "./member-home-part.ts";
import classes from "./home-screen.module.css";
import { HomeSkeleton } from "./home-skeleton.tsx";
import { useForMembers } from "#app/[locale]/use-for-members.ts";
import { ErrorCard } from "#components/ui/list-states.tsx";
import { MemberProvider, useAuth } from "#lib/auth/auth-context.tsx";

interface HomeScreenProps {
  visitor: ReactNode;
  /** Shown below the part for visitors or members. */
  catalogue: ReactNode;
}

/**
 * The part for visitors or for members at the same address. Until the session is known, its cookie decides before the
 * first paint (`data-visitor`), so that neither sees the part of the other.
 */
export function HomeScreen({ visitor, catalogue }: HomeScreenProps) {
  const auth = useAuth();
  const MemberHome = useForMembers(memberHomePart.fetch)?.MemberHome;
  if (auth.status === "undetermined")
    return (
      <div className={classes.root}>
        <div className={classes.forVisitor}>
          {visitor}
          {catalogue}
        </div>
        <div className={classes.forMember}>
          {auth.failure ? (
            <ErrorCard message={auth.failure.message} onRetry={() => auth.retry?.()} />
          ) : (
            <HomeSkeleton />
          )}
        </div>
      </div>
    );
  if (auth.status === "unauthenticated" || !auth.user.verified)
    return (
      <div className={classes.root}>
        {/* The same elements as above, so that they stay mounted. */}
        <div>
          {visitor}
          {catalogue}
        </div>
      </div>
    );
  return (
    <div className={classes.root}>
      <MemberProvider member={auth.user}>
        {MemberHome ? createElement(MemberHome, { catalogue }) : <HomeSkeleton />}
      </MemberProvider>
    </div>
  );
}
