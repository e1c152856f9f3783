import type { AsOf } from "#lib/api/as-of.ts";
import type { FoundPerson, InstitutionMember } from "#lib/people/schema.ts";

export type PeoplePage = AsOf<{ data: FoundPerson[]; meta: { next: string | null } }>;
export type FoundPersonAsOf = AsOf<FoundPerson>;
export type InstitutionMemberAsOf = AsOf<InstitutionMember>;
