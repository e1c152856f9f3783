/** Says that the member comes to an event of the home page, which shows it before the server has taken it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import * as z from "zod/mini";
import { api } from "#lib/api/api-client.ts";
import { usePendingChanges } from "#lib/api/use-pending-changes.ts";
import { homeKey, homeQuery } from "#lib/home/queries.ts";
import type { ComingEvent } from "#lib/home/schema.ts";
import { messageWith } from "#lib/http/schema.ts";
import { myAnswer } from "#lib/members/class-event-schema.ts";

/** Of the event that is answered, what the home page shows. */
const answered = messageWith(
  z.object({ my_answer: myAnswer, answers: z.object({ going: z.int() }) }),
);

const comeKey = [...homeKey, "come"] as const;

/** Takes the id of the event. */
export function useComeTo(onFailed: (failure: Error) => void) {
  const locale = useLocale();
  const client = useQueryClient();
  const { queryKey } = homeQuery(locale);
  return useMutation({
    mutationKey: comeKey,
    scope: { id: "coming to events" },
    mutationFn: (id: number) =>
      api.post(`/api/${locale}/events/${id}/answer`, answered, { answer: "going" }),
    onSuccess: ({ data: { my_answer, answers } }, id) => {
      const isAsked = client.isFetching({ queryKey: homeKey }) > 0;
      client.setQueryData(
        queryKey,
        (home) =>
          home && {
            ...home,
            coming: home.coming.map((each) =>
              each.kind === "event" && each.id === id
                ? { ...each, my_answer, going: answers.going }
                : each,
            ),
          },
      );
      // A page that was requested before the answer would take it back, so it is requested anew.
      if (isAsked) void client.invalidateQueries({ queryKey: homeKey });
    },
    onError: (failure) => {
      onFailed(failure);
      // The event may have been cancelled meanwhile.
      void client.invalidateQueries({ queryKey: homeKey });
    },
  });
}

/** The event as the member has answered so far. */
export function useEventWithAnswer(event: ComingEvent): ComingEvent {
  const isPending = usePendingChanges<number>(comeKey).includes(event.id);
  return isPending && event.my_answer !== "going"
    ? { ...event, my_answer: "going", going: event.going + 1 }
    : event;
}
