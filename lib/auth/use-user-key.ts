import { useLocale } from "next-intl";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { userQuery } from "#lib/auth/queries.ts";

/** The key under which the member of this session is cached. */
export function useUserKey() {
  const auth = useAuth();
  const token = auth.status === "authenticated" ? auth.token : null;
  return userQuery(useLocale(), token).queryKey;
}
