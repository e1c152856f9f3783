/** The parts of a command of `npm run admin`. server/admin/commands.ts lists all of them. */
import type { Transaction } from "kysely";
import * as z from "zod/mini";
import { idMax } from "#lib/http/schema.ts";
import type { Publication } from "#server/compose/publications.ts";
import type { Db } from "#server/db/database.ts";
import type { Tables } from "#server/db/tables.ts";
import type { Env } from "#server/env.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import type { Mail } from "#server/mail/outbox.ts";
import type { Output } from "#server/admin/output.ts";

export const roles = ["auditor", "support", "operator"] as const;
export type Role = (typeof roles)[number];

/** The command was called wrongly, and exits with 2; a refused command exits with 1. */
export class UsageFault extends StartFault {}

export interface Option {
  /** The name of its value in the help; without it the option is a switch. */
  value?: string;
  summary: string;
  isRequired?: boolean;
  /** Whether its value is personal or confidential, so that the audit leaves it out. */
  isPrivate?: boolean;
}

/** The options of a list that is read page by page; `Given.page` reads them. */
export const pageOptions: Record<string, Option> = {
  after: { value: "ID", summary: "those after this one: the next page" },
  limit: { value: "NUMBER", summary: "so many, 100 unless given" },
};

const rowsMax = 1_000;

export interface Command {
  /** One or two words. */
  name: string;
  /** What else it may be called, as by other systems; understood as well. */
  otherName?: string;
  summary: string;
  /** The words after the name: `FROM INTO` are two, `WHO…` one or more, `[LOCALE]` one or none; without it none. */
  words?: string;
  /** Whether the words after the name may name a person, so that the audit leaves them out. */
  hasPrivateWords?: boolean;
  options?: Record<string, Option>;
  example: string;
  /** Roles that may use it besides the operators. */
  alsoFor: Exclude<Role, "operator">[];
  /** Whether it changes data, so that it takes `--dry-run`. */
  writes?: boolean;
  /** Whether it prints rows, so that it takes `--json`. */
  lists?: boolean;
  sendsMail?: boolean;
  /**
   * Whether the nodes publish what it changed, so that it takes `publish`, and is refused before a node of this build has
   * started.
   */
  publishes?: boolean;
  /** Checks the input, and asks for missing values, before the database is opened. @throws {UsageFault} */
  plan: (given: Given, terminal: Terminal) => Run | Promise<Run>;
}

/** Runs in one transaction, which a dry run rolls back. @throws {StartFault} when it is refused */
export type Run = (context: CommandContext) => Promise<void>;

/** What a command leaves for after its commit, and how a dry run tries it. */
export interface LaterWork {
  work: (db: Db) => Promise<void>;
  attempt: (trx: Db) => Promise<void>;
}

export interface CommandContext {
  trx: Transaction<Tables>;
  env: Env;
  output: Output;
  /** Names in the audit the subject of the command, such as `member 12`. */
  note: (...subjects: string[]) => void;
  enqueueMail: (mail: Mail) => Promise<void>;
  /** Queues in the transaction what a node then publishes to open pages, since this process has no sockets (D-TAKEDOWN). */
  publish: (publication: Publication) => Promise<void>;
  /**
   * Runs `later.work` after the commit, in transactions of its own, because in one it would block members for too long. A
   * dry run calls `later.attempt` instead, in the transaction that it rolls back. A process that dies in between leaves
   * the work undone, so something else, such as a sweep, must be able to finish it.
   */
  afterCommit: (later: LaterWork) => void;
}

/** The operator's terminal. */
export interface Terminal {
  print: (line: string) => void;
  /** Shown at once, outside of the printed result. */
  showProgress: (text: string) => void;
  /** Null at the end of standard input. */
  readLine: (prompt: string, isShown: boolean) => Promise<string | null>;
}

/** The arguments after the name of a command. */
export class Given {
  readonly words: string[];
  readonly #command: Command;
  readonly #values: Record<string, string | boolean | undefined>;

  constructor(
    command: Command,
    words: string[],
    values: Record<string, string | boolean | undefined>,
  ) {
    this.#command = command;
    this.words = words;
    this.#values = values;
    const missing = Object.entries(command.options ?? {}).filter(
      ([name, { isRequired }]) => isRequired && this.text(name) === undefined,
    );
    if (missing.length > 0)
      throw new UsageFault(missing.map(([name]) => `${command.name}: --${name} is missing`));
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  }

  /** A required word, whose presence has been checked. */
  required(name: string): string {
    return this.text(name) ?? "";
  }

  /** @throws {UsageFault} naming the choices */
  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const text = this.text(name);
    const chosen = choices.find((choice) => choice === text);
    if (text !== undefined && chosen === undefined)
      throw new UsageFault([`--${name} ${text} is not one of ${choices.join(", ")}`]);
    return chosen;
  }

  /** A positive whole number. @throws {UsageFault} */
  number(name: string, max: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    if (value < 1 || value > max)
      throw new UsageFault([`--${name} ${text}: a number from 1 to ${max} is needed`]);
    return value;
  }

  /** Those of `pageOptions`. @throws {UsageFault} */
  page(): { after: number; limit: number } {
    return { after: this.number("after", idMax) ?? 0, limit: this.number("limit", rowsMax) ?? 100 };
  }

  /** The words, or the first `count` of them, as ids of `what`, e.g. "a report". @throws {UsageFault} */
  ids(what: string, count = this.words.length): number[] {
    return this.words.slice(0, count).map((word) => {
      const id = /^[1-9]\d{0,9}$/.test(word) ? Number(word) : 0;
      if (id < 1 || id > idMax)
        throw new UsageFault([`${JSON.stringify(word)} is no id of ${what}`]);
      return id;
    });
  }

  /** The arguments as the audit stores them: without personal and confidential values. */
  forAudit(): string[] {
    const { hasPrivateWords, options = {} } = this.#command;
    const shown = Object.entries(this.#values).flatMap(([name, value]) => {
      if (value === undefined || value === false || name === "as") return [];
      if (value === true) return [`--${name}`];
      return [`--${name}`, options[name]?.isPrivate ? "…" : value];
    });
    return [...(hasPrivateWords ? this.words.map(() => "…") : this.words), ...shown];
  }
}

/** A day or a minute, in UTC unless the text names another zone. @throws {UsageFault} */
export function readTime(option: string, text: string): Date {
  const zoned = /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text;
  const time = new Date(/^\d{4}-\d\d-\d\d(?:T.+)?$/.test(zoned) ? zoned : Number.NaN);
  // `Date` takes the 30th of February for the 2nd of March.
  if (Number.isNaN(time.getTime()) || !z.iso.date().safeParse(text.slice(0, 10)).success)
    throw new UsageFault([`--${option} ${text}: a time such as 2027-03-01T12:00 is needed`]);
  return time;
}
