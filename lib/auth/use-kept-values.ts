"use client";

import { useEffectEvent, useLayoutEffect } from "react";
import { useStayingSession } from "#lib/auth/auth-context.tsx";
import {
  type CarriedValues,
  carryOverValues,
  keptForMs,
  takeValues,
} from "#lib/auth/carried-values.ts";
import { readToken } from "#lib/browser/cookies.ts";

interface Form<Values> {
  values: Values;
  setValues: (changed: Partial<Values>) => void;
}

/**
 * Keeps what was typed when the session ends without the member's doing, and gives it to the form of that name when the
 * same member opens it again (D-KEPT). Only for forms without passwords and codes, which must not be stored.
 */
export function useKeptValues<Values extends object>(
  name: string,
  form: Form<Values>,
  initialValues: Values,
): void {
  const { memberId, token } = useStayingSession() ?? {};
  const takeUp = useEffectEvent((taker: number) => {
    const kept = takeValues(name, `${taker}`, keptForMs);
    const known = Object.entries(kept).filter(([field]) => field in initialValues);
    const values = known.map(([field, json]) => [field, JSON.parse(json) as unknown]);
    form.setValues(Object.fromEntries(values) as Partial<Values>); // as this form has stored them
  });
  const keep = useEffectEvent((taker: number) => {
    const changed = changedOf(form.values, initialValues);
    if (Object.keys(changed).length > 0) carryOverValues(name, `${taker}`, changed);
  });
  useLayoutEffect(() => {
    if (memberId === undefined) return;
    takeUp(memberId);
    return () => {
      // With the same token the member closes the form. A tab may hear of another session without having heard of the end.
      if (readToken() !== token) keep(memberId);
    };
  }, [memberId, token]);
}

/** The fields that were changed, each as JSON. */
function changedOf<Values extends object>(values: Values, initialValues: Values): CarriedValues {
  const initial = new Map(Object.entries(initialValues));
  return Object.fromEntries(
    Object.entries(values)
      .map(([field, value]) => [field, JSON.stringify(value)] as const)
      .filter(([field, json]) => json !== JSON.stringify(initial.get(field))),
  );
}
