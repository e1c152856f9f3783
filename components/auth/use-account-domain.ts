"use client";

import { useState } from "react";
import { useCarriedValues } from "#components/auth/use-carried-values.ts";
import { type AccountName, splitAccountName } from "#lib/auth/account-name.ts";
import { accountDomainName } from "#lib/auth/carried-values.ts";
import { useRuntimeConfig } from "#lib/config/runtime-config.ts";

/** The account domains of the deployment and the chosen one; "" until the browser knows them. */
export function useAccountDomain() {
  const domains = useRuntimeConfig()?.accountDomains ?? [];
  const [chosen, choose] = useState<string | null>(null);
  useCarriedValues(accountDomainName, chosen === null ? {} : { chosen }, (carried) =>
    choose(carried.chosen ?? null),
  );
  // The carried-over value comes from the browser's storage, so it is validated.
  const domain = domains.find((candidate) => candidate === chosen) ?? domains[0] ?? "";
  /** What a browser fills in before the domains are known may be a whole address. */
  const accountOf = (written: string): AccountName =>
    splitAccountName(written, domains) ?? { localPart: written, domain };
  return { domains, domain, choose, accountOf };
}
