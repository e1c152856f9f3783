/** The operator's command on the database of a Kampus, as `npm run admin` runs it. */
import { administer } from "#server/admin/administer.ts";
import { commands } from "#server/admin/commands.ts";
import type { TestKampus } from "#server/testing/test-kampus.ts";

interface Sitting {
  /** The user of the machine. */
  user?: string;
  token?: string;
  /** The answers to prompts. */
  typed?: string;
  showProgress?: (text: string) => void;
}

/** Returns the printed lines; throws the refusal. */
export const testOperator =
  (
    kampus: Pick<TestKampus, "database" | "env">,
    { user = "tester", token, typed, showProgress = () => undefined }: Sitting = {},
  ) =>
  async (...words: string[]): Promise<string[]> => {
    const printed: string[] = [];
    await administer(words, {
      commands,
      readEnv: () => ({ ...kampus.env, operatorToken: token }),
      openDatabase: () => Promise.resolve({ ...kampus.database, close: () => Promise.resolve() }),
      terminal: {
        print: (line) => printed.push(...line.split("\n")),
        showProgress,
        readLine: () => Promise.resolve(typed ?? null),
      },
      user,
    });
    return printed;
  };
