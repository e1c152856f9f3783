import type * as z from "zod/mini";
import type { Named } from "#lib/params/schema.ts";
import type { Db } from "#server/db/database.ts";
import type { References } from "#server/params/references.ts";
import type { PeriodTable } from "#server/periods/repository.ts";

/** Answers are typed by what the server produces. */
type AnswerOf<Content> = z.ZodMiniType<Content, Content>;

/** The differences between educations and jobs; their routes and rules are the same. */
export interface PeriodKind<Period extends { id: number; region: Named }, Input> {
  /** The table, which is also the last part of its paths. */
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
  /** What titles are made of, by its field. */
  titlesOf: (input: Input) => Record<string, string>;
  /** @throws {Failure} `invalid` for choices that do not belong together. */
  checkTogether: (trx: Db, input: Input) => Promise<void>;
  /** The periods of a member, or the one with the id, the latest first. Names of retired rows are included. */
  read: (db: Db, locale: string, userId: number, id?: number) => Promise<Period[]>;
  /** The references of a period, whose row stays locked until the transaction ends. */
  lock: (trx: Db, userId: number, id: number) => Promise<References | undefined>;
  insert: (trx: Db, userId: number, input: Input) => Promise<{ id: number }>;
  update: (trx: Db, id: number, input: Input) => Promise<unknown>;
}
