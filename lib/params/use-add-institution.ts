import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import * as z from "zod/mini";
import { api } from "#lib/api/api-client.ts";
import type { NewInstitution } from "#lib/params/new-institution-schema.ts";
import { placedObjectQuery, placedSearches } from "#lib/params/queries.ts";
import { named, type PlacedInstitution } from "#lib/params/schema.ts";

const addedAnswer = z.object({ message: z.string(), data: z.optional(named) });

interface AddedInstitution {
  message: string;
  /** Null where the operator was asked to add it. */
  institution: PlacedInstitution | null;
}

/**
 * Makes an ordinary school, or finds the existing one; for any other institution sends a request to the operator
 * (D-SCHOOL).
 */
export function useAddInstitution() {
  const client = useQueryClient();
  const locale = useLocale();
  return useMutation({
    mutationFn: async (input: NewInstitution): Promise<AddedInstitution> => {
      const { message, data } = await api.post(`/api/${locale}/objects`, addedAnswer, input);
      if (!data) return { message, institution: null };
      const institution = await client.query(placedObjectQuery(locale, data.id));
      for (const queryKey of [...placedSearches, ["institutions"]])
        void client.invalidateQueries({ queryKey });
      return { message, institution };
    },
  });
}
