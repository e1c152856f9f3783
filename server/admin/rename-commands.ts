/** The name of a member, which only they change otherwise. */
import * as z from "zod/mini";
import { personName } from "#lib/validation/name-schema.ts";
import { renameMember } from "#server/account/accounts.ts";
import { checkGiven } from "#server/admin/check-given.ts";
import type { Command, Given, Option } from "#server/admin/command.ts";
import { holdNamed } from "#server/admin/find-members.ts";
import { createPersonCheck } from "#server/members/check-name.ts";

const wholeName = z.object({ surname: personName, name: personName, patronymic: personName });

/** The options of a whole name; `namesOf` reads them. */
export const memberNameOptions: Record<string, Option> = {
  surname: { value: "SURNAME", summary: "", isRequired: true, isPrivate: true },
  name: { value: "NAME", summary: "", isRequired: true, isPrivate: true },
  patronymic: { value: "PATRONYMIC", summary: "", isRequired: true, isPrivate: true },
};

export const namesOf = (given: Given) => ({
  surname: given.required("surname"),
  name: given.required("name"),
  patronymic: given.required("patronymic"),
});

export const renameCommands: Command[] = [
  {
    name: "members rename",
    words: "WHO",
    hasPrivateWords: true,
    summary: "gives a member another name, by the rules of the sign-up",
    options: memberNameOptions,
    example: "members rename 12 --surname Karimov --name Ali --patronymic Olimovich",
    alsoFor: [],
    writes: true,
    plan(given) {
      const named = given.words.map((word) => word.toLowerCase());
      const names = namesOf(given);
      return async (context) => {
        const { trx, env, output } = context;
        const checked = await checkGiven(wholeName, names, createPersonCheck(env.brand));
        for (const { id, email } of await holdNamed(context, named)) {
          await renameMember(trx, id, checked);
          output.done(`Renamed ${id} ${email}`);
        }
      };
    },
  },
];
