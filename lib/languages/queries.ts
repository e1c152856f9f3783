import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import languages from "#data/languages.json" with { type: "json" };
import { api } from "#lib/api/api-client.ts";
import { dataOf } from "#lib/http/schema.ts";
import { language } from "#lib/languages/schema.ts";

const languagesAnswer = dataOf(z.array(language));

/** The languages to choose from; those known at build time until the server has answered. */
export const languagesQuery = () =>
  queryOptions({
    queryKey: ["languages"],
    queryFn: async ({ signal }) =>
      (await api.get("/api/languages", languagesAnswer, { signal })).data,
    placeholderData: languages,
    staleTime: Number.POSITIVE_INFINITY,
  });
