import fp from "fastify-plugin";
import { type Presence, presenceTimes } from "#server/presence/presence.ts";
import { recurring } from "#server/infra/recurring.ts";

interface Options {
  presence: Presence;
  beatMs: number | undefined;
}

/** Lets presence beat from the start of the server to its end. */
export const presencePlugin = fp<Options>(
  async (app, { presence, beatMs = presenceTimes.beatMs }) => {
    // Hooks of the end run last first: no beat follows the stop.
    app.addHook("onClose", () => presence.stop());
    recurring(app, {
      everyMs: beatMs,
      work: () => presence.beat(),
      failed: "could not say that this process lives, will try again",
    });
  },
);
