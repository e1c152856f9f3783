import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import * as z from "zod/mini";
import { api } from "#lib/api/api-client.ts";
import { homeKey, homeQuery } from "#lib/home/queries.ts";
import { messageWith } from "#lib/http/schema.ts";
import { myAnswer } from "#lib/members/class-event-schema.ts";

/** Of the event that is answered, what the home page shows. */
const answered = messageWith(
  z.object({ my_answer: myAnswer, answers: z.object({ going: z.int() }) }),
);

/** Says that the member comes to an event of the home page, which shows it before the server has taken it. */
export function useComeTo(onFailed: (failure: Error) => void) {
  const locale = useLocale();
  const client = useQueryClient();
  const { queryKey } = homeQuery(locale);
  const store = (
    id: number,
    change: { my_answer: "going" | "maybe" | "no" | null; going: number },
  ) =>
    client.setQueryData(
      queryKey,
      (home) =>
        home && {
          ...home,
          coming: home.coming.map((each) =>
            each.kind === "event" && each.id === id ? { ...each, ...change } : each,
          ),
        },
    );
  return useMutation({
    scope: { id: "coming to events" },
    mutationFn: ({ id }: { id: number; going: number }) =>
      api.post(`/api/${locale}/events/${id}/answer`, answered, { answer: "going" }),
    onMutate: ({ id, going }) => void store(id, { my_answer: "going", going: going + 1 }),
    onSuccess: async ({ data }, { id }) => {
      // A page that was requested before the answer would take it back.
      await client.cancelQueries({ queryKey: homeKey });
      store(id, { my_answer: data.my_answer, going: data.answers.going });
    },
    onError: (failure) => {
      onFailed(failure);
      // The event may have been cancelled meanwhile.
      void client.invalidateQueries({ queryKey: homeKey });
    },
  });
}
