import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { messageBody } from "#lib/http/schema.ts";
import { reportInput, type ReportInput } from "#lib/reports/schema.ts";
import { accountExists } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import { invalidField, notFound } from "#server/http/failure.ts";
import { memberOf, requireOnEveryRoute } from "#server/plugins/session.ts";
import { type ReportedThing, storeReport } from "#server/reports/repository.ts";

/** What other features say of what a member reports. Each returns nothing for what the reader may not see. */
export interface ReportSources {
  /** Who made an event. */
  authorOfEvent: (readerId: number, eventId: number) => Promise<number | undefined>;
  groupRole: (chatId: number, readerId: number) => Promise<string | undefined>;
  /** The live invitation of a code, of any shape, and who invites by it. */
  invitationOf: (
    readerId: number,
    code: string,
  ) => Promise<{ id: number; inviter_id: number } | undefined>;
  institutionExists: (objectId: number) => Promise<boolean>;
}

interface Options {
  db: Db;
  reportSources: ReportSources;
}

/** Registered under /api/:locale: what members report to the operator. */
export const reportsRoutes: FastifyPluginAsyncZod<Options> = async (app, { db, reportSources }) => {
  requireOnEveryRoute(app, "requireVerified");

  app.post(
    "/reports",
    {
      config: { limit: "report" },
      schema: { tags: ["reports"], body: reportInput, response: { 201: messageBody } },
    },
    async (request, reply) => {
      const member = memberOf(request);
      const report = request.body;
      const thing = await reportedThing(reportSources, member.id, report);
      if (!thing) throw notFound();
      // Neither a block nor closing the account hides anybody from the operator; the answer is the same for nobody, and
      // reveals no block.
      if (thing.reportedId === null || (await accountExists(db, thing.reportedId)))
        await storeReport(db, member.id, thing, report);
      return reply.status(201).send({ message: request.translate("Answers.reportSent") });
    },
  );
};

/** Undefined for what the reader may not see. @throws {Failure} `invalid` where the reader reports themselves */
async function reportedThing(
  sources: ReportSources,
  readerId: number,
  { user_id, event_id, chat_id, invitation_code, object_id }: ReportInput,
): Promise<ReportedThing | undefined> {
  const othersOnly = (field: string, reportedId: number) => {
    if (reportedId === readerId) throw invalidField(field, "Site.invalid");
    return reportedId;
  };
  const author = event_id == null ? undefined : await sources.authorOfEvent(readerId, event_id);
  if (user_id != null) {
    const reportedId = othersOnly("user_id", user_id);
    // An event that is not theirs, or not to be seen, is left out, and the answer reveals nothing of it.
    if (event_id == null || author !== user_id) return { subject: "member", reportedId };
    return { subject: "event", reportedId, event_id };
  }
  if (event_id != null && author !== undefined)
    return { subject: "event", reportedId: othersOnly("event_id", author), event_id };
  if (chat_id != null && (await sources.groupRole(chat_id, readerId)) !== undefined)
    return { subject: "chat", reportedId: null, chat_id };
  if (invitation_code != null) {
    const found = await sources.invitationOf(readerId, invitation_code);
    if (!found) return undefined;
    const reportedId = othersOnly("invitation_code", found.inviter_id);
    return { subject: "invitation", reportedId, invitation_id: found.id };
  }
  if (object_id != null && (await sources.institutionExists(object_id)))
    return { subject: "institution", reportedId: null, object_id };
  return undefined;
}
