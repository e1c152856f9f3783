import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { messageBody } from "#lib/http/schema.ts";
import { reportInput } from "#lib/reports/schema.ts";
import { memberExists } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField } from "#server/http/failure.ts";
import type { Limits } from "#server/plugins/limits.ts";
import { memberOf, requireOnEveryRoute } from "#server/plugins/session.ts";
import { storeReport } from "#server/reports/repository.ts";

interface Options {
  db: Db;
  limits: Limits;
  /** Who made an event that the reader may see. */
  authorOfEvent: (readerId: number, eventId: number) => Promise<number | undefined>;
}

/** Registered under /api/:locale: what members report of each other to the operator. */
export const reportsRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, limits, authorOfEvent },
) => {
  requireOnEveryRoute(app, "requireVerified");

  app.post(
    "/reports",
    { schema: { tags: ["reports"], body: reportInput, response: { 201: messageBody } } },
    async (request, reply) => {
      const member = memberOf(request);
      const report = request.body;
      await limits.consume("report", member.id);
      if (report.user_id === member.id) throw invalidField("user_id", "Site.invalid");
      const { event_id } = report;
      const author = event_id == null ? undefined : await authorOfEvent(member.id, event_id);
      // An event that is not theirs, or not to be seen, is left out, and the answer reveals nothing of it.
      if (author !== report.user_id) report.event_id = null;
      // A block hides nobody from the operator; the answer is the same for nobody, and reveals no block.
      if (await memberExists(db, null, report.user_id)) await storeReport(db, member.id, report);
      return reply.status(201).send({ message: request.translate("Answers.reportSent") });
    },
  );
};
