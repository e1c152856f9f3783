/** Closing and opening the sign-up (D-CLOSED). */
import type { Command } from "#server/admin/command.ts";
import { StartFault } from "#server/infra/start-fault.ts";
import {
  closeRegistration,
  isRegistrationClosed,
  openRegistration,
} from "#server/settings/registration.ts";

/** Makes the command that opens or closes the sign-up; it is refused where the sign-up is in that state already. */
const change = (name: "close" | "open", state: string, work: typeof openRegistration): Command => ({
  name: `registration ${name}`,
  summary:
    name === "close"
      ? "nobody can sign up until it is opened again; members sign in as ever"
      : "whoever comes can sign up again",
  example: `registration ${name}`,
  alsoFor: [],
  writes: true,
  // Nothing is published, but only a node that could publish reads whether the sign-up is closed.
  publishes: true,
  plan:
    () =>
    async ({ trx, output, note }) => {
      if (!(await work(trx))) throw new StartFault([`the sign-up is ${state} already`]);
      note("registration");
      output.done(`The sign-up is ${state}; all nodes of this build know it within five seconds`);
    },
});

export const registrationCommands: Command[] = [
  {
    name: "registration",
    summary: "whether members can sign up",
    example: "registration",
    alsoFor: ["support", "auditor"],
    lists: true,
    plan:
      () =>
      async ({ trx, output }) => {
        const state = (await isRegistrationClosed(trx)) ? "closed" : "open";
        output.show({ registration: state }, [`The sign-up is ${state}`]);
      },
  },
  change("close", "closed", closeRegistration),
  change("open", "open", openRegistration),
];
