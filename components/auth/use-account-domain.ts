"use client";

import { useState } from "react";
import { useRuntimeConfig } from "#lib/config/runtime-config.ts";

/** The account domains of the deployment and the chosen one; "" until the browser knows them. */
export function useAccountDomain() {
  const domains = useRuntimeConfig()?.accountDomains ?? [];
  const [chosen, choose] = useState<string | null>(null);
  return { domains, domain: chosen ?? domains[0] ?? "", choose };
}
