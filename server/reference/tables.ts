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
    retired_at: Date | null;
  };
  /** The name of an institution in each language of the interface, and its place among all in that language's order. */
  object_names: { object_id: number; locale: string; name: string; rank: number };
  spheres: { id: number; names: Names; retired_at: Date | null };
  positions: { id: number; sphere_id: number; names: Names; retired_at: Date | null };
  /** One row: of which files the tables are. */
  reference_load: { singleton: Generated<boolean>; fingerprint: string };
  /** One row: the institutions that the operator has imported, in the form of data/institutions.json, which they replace. */
  institution_imports: { singleton: Generated<boolean>; fingerprint: string; entries: unknown };
}
