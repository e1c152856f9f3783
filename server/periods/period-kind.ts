import type * as z from "zod/mini";
import type { Named } from "#lib/params/schema.ts";
import type { Db } from "#server/db/database.ts";
import type { References } from "#server/params/references.ts";
import type { PeriodTable } from "#server/periods/repository.ts";

/** What an answer holds is what the server gives it. */
type AnswerOf<Content> = z.ZodMiniType<Content, Content>;

/** In what educations and jobs differ; their routes and rules are the same. */
export interface PeriodKind<Period extends { id: number; region: Named }, Input> {
  /** Also the last part of its paths. */
  table: PeriodTable;
  tag: string;
  schemas: {
    input: z.ZodMiniType<Input>;
    list: AnswerOf<{ data: Period[] }>;
    edit: AnswerOf<{ data: Period & { region_path: Named[] } }>;
    answer: AnswerOf<{ message: string; data: Period }>;
  };
  /** Keys of messages. */
  texts: Record<"added" | "saved" | "deleted" | "full", string>;
  referencesOf: (input: Input) => References;
  /** @throws {Failure} `invalid` for choices that do not belong together. */
  checkTogether: (trx: Db, input: Input) => Promise<void>;
  /** Those of a member, or the one with the id, the latest first. Names of what is retired are among them. */
  read: (db: Db, locale: string, userId: number, id?: number) => Promise<Period[]>;
  /** What a period refers to. Its row stays locked until the transaction ends. */
  lock: (trx: Db, userId: number, id: number) => Promise<References | undefined>;
  insert: (trx: Db, userId: number, input: Input) => Promise<{ id: number }>;
  update: (trx: Db, id: number, input: Input) => Promise<unknown>;
}
