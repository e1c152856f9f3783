import type { Generated } from "kysely";

type Names = Record<string, string>;

/** `retired_at`: the row is gone from data/ and stays for what refers to it; it is in no list. */
export interface ReferenceTables {
  establishments: {
    id: number;
    names: Names;
    /** Sanitised SVG markup. */
    source: string;
    sort: number;
    /** Its institutions are made by members where the catalogue lacks them (D-SCHOOL). */
    is_ordinary_school: Generated<boolean>;
    retired_at: Date | null;
  };
  regions: { id: number; parent_id: number | null; names: Names; retired_at: Date | null };
  objects: {
    id: number;
    establishment_id: number;
    region_id: number;
    names: Names;
    /** The words of its names in every language, and each name as one word. */
    search_name: string;
    /** The same words as the search reads them. */
    search_words: Generated<string>;
    /** `members`: a member made it, so that no load retires it; the catalogue may have taken it over since (D-SCHOOL). */
    source: Generated<"catalogue" | "members">;
    /** Who made it; null once their account is purged. */
    author_id: Generated<number | null>;
    made_at: Generated<Date | null>;
    /** Of ordinary schools: equal for all spellings of a name (D-SCHOOL-NAME). */
    school_key: Generated<string | null>;
    /** Names that it is found by beside those of the files. */
    added_aliases: Generated<string[]>;
    /** Its names are the operator's: no load changes them. */
    renamed_at: Generated<Date | null>;
    /** The institution that it turned out to be. */
    merged_into: Generated<number | null>;
    retired_at: Generated<Date | null>;
  };
  /** The name of an institution in each language of the interface, with its place in that language's order (D-SORT-KEY). */
  object_names: {
    object_id: number;
    locale: string;
    name: string;
    sort_key: Generated<string>;
    /** What the build before sorts by. */
    rank: Generated<number>;
  };
  spheres: { id: number; names: Names; retired_at: Date | null };
  positions: { id: number; sphere_id: number; names: Names; retired_at: Date | null };
  /** One row: of which files the tables are. */
  reference_load: { singleton: Generated<boolean>; fingerprint: string };
  /** One row: the institutions that the operator has imported, in the form of data/institutions.json, which they replace. */
  institution_imports: { singleton: Generated<boolean>; fingerprint: string; entries: unknown };
}
