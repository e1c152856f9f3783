import type { Generated } from "kysely";

type Names = Record<string, string>;

/** `retired_at`: the row was removed from data/ and stays for references to it; it is in no list. */
export interface ReferenceTables {
  establishments: {
    id: number;
    names: Names;
    /** Sanitised SVG markup. */
    source: string;
    sort: number;
    /** Whether members may add its institutions where the catalogue lacks them (D-SCHOOL). */
    is_ordinary_school: Generated<boolean>;
    /** How long studies there usually take. */
    study_years: Generated<number>;
    retired_at: Date | null;
  };
  regions: { id: number; parent_id: number | null; names: Names; retired_at: Date | null };
  objects: {
    id: number;
    establishment_id: number;
    region_id: number;
    names: Names;
    /** The words of its names in every language, and each name as one word; of an ordinary school, those of its place too. */
    search_name: string;
    /** The same words in their searched spelling. */
    search_words: Generated<string>;
    /** `members`: a member made it, so that no load retires it; the catalogue may have adopted it since (D-SCHOOL). */
    source: Generated<"catalogue" | "members">;
    /** Its maker; null once their account is purged. */
    author_id: Generated<number | null>;
    made_at: Generated<Date | null>;
    /** For ordinary schools: equal for all spellings of a name (D-SCHOOL-NAME). */
    school_key: Generated<string | null>;
    /** Further names that find it, besides those of the files. */
    added_aliases: Generated<string[]>;
    /** Set when the operator has renamed it: no load changes its names. */
    renamed_at: Generated<Date | null>;
    merged_into: Generated<number | null>;
    retired_at: Generated<Date | null>;
  };
  /** The name of an institution in each language of the interface, with its place in that language's order (D-SORT-KEY). */
  object_names: {
    object_id: number;
    locale: string;
    name: string;
    sort_key: Generated<string>;
    /** The sort column of the build before. */
    rank: Generated<number>;
  };
  spheres: { id: number; names: Names; retired_at: Date | null };
  positions: { id: number; sphere_id: number; names: Names; retired_at: Date | null };
  /** One row: the fingerprint of the loaded files. */
  reference_load: {
    singleton: Generated<boolean>;
    fingerprint: string;
    titles_up_to: number | null;
  };
  /** Institutions whose kind or region was changed, and which their educations have yet to follow. */
  moved_institutions: { object_id: number };
  /** One row: the institutions that the operator has imported, in the form of data/institutions.json, which they replace. */
  institution_imports: { singleton: Generated<boolean>; fingerprint: string; entries: unknown };
}
