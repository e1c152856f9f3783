"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import classes from "#components/auth/confirmation/new-address.module.css";
import { keptDomain, wholeAccountName } from "#lib/auth/account-name.ts";
import { addressFaultQuery } from "#lib/auth/queries.ts";
import { emailLocalPart } from "#lib/auth/schema.ts";
import { useRuntimeConfig } from "#lib/config/runtime-config.ts";

/** How long typing must pause before the server is asked. */
const settledAfterMs = 400;

/** The domain of new addresses; "" until the browser knows it. */
export const useNewAddressDomain = (): string => useRuntimeConfig()?.accountDomains[0] ?? "";

/** The domain on which this address may be corrected; "" until the browser knows it. */
export function useKeptDomain(email: string): string {
  const config = useRuntimeConfig();
  return config ? keptDomain(email, config.accountDomains) : "";
}

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
 * `former` address, which is being replaced, is not checked, and neither are those of domains without a sign-up, of
 * which the server says nothing.
 */
export function useNewAddress(
  localPart: string,
  domain: string,
  former?: string,
): { error?: string; hint: ReactNode } {
  const t = useTranslations("Auth");
  const locale = useLocale();
  const [settled] = useDebouncedValue(localPart, settledAfterMs);
  const isSignUpDomain = useNewAddressDomain() === domain && domain !== "";
  const asked = isSignUpDomain && settled !== former && emailLocalPart.safeParse(settled).success;
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
