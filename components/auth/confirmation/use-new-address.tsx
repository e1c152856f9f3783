"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/auth/confirmation/new-address.module.css";
import { wholeAccountName } from "#lib/auth/account-name.ts";
import { addressFaultQuery } from "#lib/auth/queries.ts";
import { emailLocalPart } from "#lib/auth/schema.ts";
import { useRuntimeConfig } from "#lib/config/runtime-config.ts";

/** How long typing must pause before the server is asked. */
const settledAfterMs = 400;

/** The domain of new addresses; "" until the browser knows it. */
export const useNewAddressDomain = (): string => useRuntimeConfig()?.accountDomains[0] ?? "";

/** Why the address cannot be used, as far as known; for the check on submit. */
export function useAddressFaults(
  domain: string,
): (values: { email: string }) => { email?: string } {
  const locale = useLocale();
  const queryClient = useQueryClient();
  return ({ email: localPart }) => {
    const email = wholeAccountName({ localPart, domain });
    const fault = queryClient.getQueryData(addressFaultQuery(locale, email).queryKey);
    return fault ? { email: fault } : {};
  };
}

/**
 * The text below the field of a new address while it is typed: the whole address, and whether it is free. The
 * `former` address, which is being replaced, is not checked.
 */
export function useNewAddress(
  localPart: string,
  domain: string,
  former?: string,
): { error?: string; hint: ReactNode } {
  const t = useTranslations("Auth");
  const locale = useLocale();
  const [settled] = useDebouncedValue(localPart, settledAfterMs);
  const asked = domain !== "" && settled !== former && emailLocalPart.safeParse(settled).success;
  const { data } = useQuery(
    addressFaultQuery(locale, asked ? wholeAccountName({ localPart: settled, domain }) : null),
  );
  const known = asked && settled === localPart;
  const hint = (
    <>
      {t("newAddress")}
      <span className={classes.address}>
        <strong>{wholeAccountName({ localPart: localPart || "…", domain })}</strong>
        <span role="status">{known && data === null && ` ${t("addressFree")}`}</span>
      </span>
    </>
  );
  return known && data ? { error: data, hint } : { hint };
}
