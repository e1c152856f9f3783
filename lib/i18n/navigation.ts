import { createNavigation } from "next-intl/navigation";
import { routing } from "#lib/i18n/routing.ts";

/** Navigation within the current surface. For any other address: components/ui/route-link.tsx. */
export const { Link, usePathname, useRouter, redirect } = createNavigation(routing);
