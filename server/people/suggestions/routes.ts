import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { idParams } from "#lib/http/schema.ts";
import { suggestionDecided, suggestionList } from "#lib/people/schema.ts";
import { memberExists, type Persons } from "#server/auth/person.ts";
import type { Db } from "#server/db/database.ts";
import type { ReadFromReplica } from "#server/db/replicas.ts";
import { invalidField, notFound } from "#server/http/failure.ts";
import { memberOf, readerOf, requireOnEveryRoute } from "#server/plugins/session.ts";
import { dismissSuggestion, restoreSuggestion } from "#server/people/suggestions/dismissals.ts";
import { listSuggestions } from "#server/people/suggestions/list.ts";

interface Options {
  db: Db;
  persons: Persons;
  readFromReplica: ReadFromReplica;
}

/** Registered under /api/:locale: suggestions and their dismissals. */
export const suggestionsRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { db, persons, readFromReplica },
) => {
  const tags = ["people"];
  requireOnEveryRoute(app, "requireVerified");

  app.get(
    "/users/suggestions",
    { schema: { tags, response: { 200: suggestionList } } },
    async (request) => {
      const reader = readerOf(request);
      const data = await readFromReplica(reader.id, (db) => listSuggestions(db, persons, reader));
      return { data };
    },
  );

  const decision = {
    config: { limit: "dismissal" },
    schema: { tags, params: idParams, response: { 200: suggestionDecided } },
  } as const;
  const decide = async (userId: number, id: number, change: typeof dismissSuggestion) => {
    if (id === userId) throw invalidField("id", "Site.invalid");
    if (!(await memberExists(db, userId, id))) throw notFound();
    await change(db, userId, id);
  };

  app.delete("/users/suggestions/:id", decision, async (request) => {
    await decide(memberOf(request).id, request.params.id, dismissSuggestion);
    return { message: request.translate("Answers.suggestionDismissed") };
  });

  app.put("/users/suggestions/:id", decision, async (request) => {
    await decide(memberOf(request).id, request.params.id, restoreSuggestion);
    return { message: request.translate("Answers.suggestionRestored") };
  });
};
