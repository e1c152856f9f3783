import { useTranslations } from "next-intl";
import { givenNameOf } from "#lib/members/person.ts";

/** Returns how a group names the author of a message: by the given name, or as a deleted member, who has none. */
export function useGivenName(): (fullname: string) => string {
  const deleted = useTranslations("Site")("deletedMember");
  return (fullname) => (fullname === deleted ? fullname : givenNameOf(fullname));
}
