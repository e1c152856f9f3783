/** Making, changing, cancelling and answering events. An answer shows before the server has taken it. */
import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { api } from "#lib/api/api-client.ts";
import { mapRows } from "#lib/api/map-rows.ts";
import { useCall } from "#lib/api/use-call.ts";
import { useResync, useSocketEvent } from "#lib/api/socket.ts";
import { type ChangeOutcome, usePendingChanges } from "#lib/api/use-pending-changes.ts";
import { saveFile } from "#lib/browser/save-file.ts";
import {
  answeredOf,
  calendarPath,
  calendarQuery,
  eventListsKey,
  eventPath,
  type EventsPlace,
  eventsPath,
} from "#lib/events/queries.ts";
import {
  calendarChanged,
  type ClassEvent,
  type EventAnswer,
  eventChanged,
  type EventInput,
  type EventList,
} from "#lib/events/schema.ts";
import { classEventEvent } from "#lib/events/update-schema.ts";
import { useClientId } from "#lib/http/use-client-id.ts";

const answerKey = ["events", "answer"] as const;

interface AnswerChange {
  id: number;
  answer: EventAnswer;
}

/** `id` is null for a new one. The form that asked shows a failure. */
export function useSaveEvent(place: EventsPlace, id: number | null) {
  const client = useQueryClient();
  const clientIdOf = useClientId();
  return useCall(
    (locale, input: EventInput) =>
      id === null
        ? api.post(eventsPath(locale, place), eventChanged, {
            ...input,
            client_id: clientIdOf(input),
          })
        : api.put(eventPath(locale, id), eventChanged, input),
    {
      onSuccess: ({ data }) => {
        storeEvent(client, data);
        // The event may stand elsewhere in the list now. Not awaited, so that the form ends with the answer.
        void client.invalidateQueries({ queryKey: eventListsKey });
      },
    },
  );
}

export function useCancelEvent({ onDone, onFailed }: ChangeOutcome) {
  const client = useQueryClient();
  return useCall((locale, id: number) => api.delete(eventPath(locale, id), eventChanged), {
    onSuccess: ({ data, message }) => {
      storeEvent(client, data);
      onDone(message);
    },
    onError: onFailed,
  });
}

/** Sends answers one after the other, so that the last choice is stored last. */
export function useAnswerEvent(onFailed: ChangeOutcome["onFailed"]) {
  const locale = useLocale();
  const client = useQueryClient();
  return useMutation({
    mutationKey: answerKey,
    scope: { id: "event-answers" },
    mutationFn: ({ id, answer }: AnswerChange) =>
      api.post(`${eventPath(locale, id)}/answer`, eventChanged, { answer }),
    onSuccess: async ({ data }) => {
      // The answer to an earlier request would overwrite this choice.
      await client.cancelQueries({ queryKey: eventListsKey });
      storeEvent(client, data);
      // A list still loading may predate this answer.
      void client.invalidateQueries({
        queryKey: eventListsKey,
        predicate: ({ state }) => state.data === undefined,
      });
      void client.invalidateQueries({ queryKey: answeredOf(data.id) });
    },
    onError: (failure) => {
      onFailed(failure);
      // The event may have been cancelled meanwhile.
      void client.invalidateQueries({ queryKey: eventListsKey });
    },
  });
}

/** The event as the member has answered so far. */
export function useAnswered(event: ClassEvent): ClassEvent {
  const pending = usePendingChanges<AnswerChange>(answerKey);
  const last = pending.findLast(({ id }) => id === event.id);
  return last ? withAnswer(event, last.answer) : event;
}

function withAnswer(event: ClassEvent, answer: EventAnswer): ClassEvent {
  const answers = { ...event.answers };
  if (event.my_answer) answers[event.my_answer] -= 1;
  answers[answer] += 1;
  return { ...event, answers, my_answer: answer };
}

function storeEvent(client: QueryClient, event: ClassEvent): void {
  client.setQueriesData<InfiniteData<EventList>>(
    { queryKey: eventListsKey },
    (list) =>
      list && mapRows(list, (events) => events.map((one) => (one.id === event.id ? event : one))),
  );
}

/** Refetches the lists when an event of the class is new, changed or cancelled, or was answered on another device. */
export function useEventUpdates({ objectId, classKey }: EventsPlace): void {
  const client = useQueryClient();
  const refetch = () => {
    if (client.isMutating({ mutationKey: answerKey }) > 0) return;
    void client.invalidateQueries({ queryKey: eventListsKey });
  };
  useSocketEvent("class_event", classEventEvent, ({ object_id, class_key, id }) => {
    if (object_id !== objectId || class_key !== classKey) return;
    void client.invalidateQueries({ queryKey: answeredOf(id) });
    refetch();
  });
  useResync(refetch);
}

/** Replaces the address of the calendar, which ends the former one. */
export function useRenewCalendar({ onDone, onFailed }: ChangeOutcome) {
  const { queryKey } = calendarQuery(useLocale());
  const client = useQueryClient();
  return useCall((locale) => api.post(calendarPath(locale), calendarChanged), {
    onSuccess: ({ data, message }) => {
      client.setQueryData(queryKey, data.url);
      onDone(message);
    },
    onError: onFailed,
  });
}

/** Saves the calendar file of an event; the request carries the token, which a plain link would not. */
export const useSaveCalendarFile = (onFailed: ChangeOutcome["onFailed"]) =>
  useCall((locale, id: number) => api.file(`${eventPath(locale, id)}.ics`), {
    onSuccess: (file, id) => saveFile(file, `kampus-event-${id}.ics`),
    onError: onFailed,
  });
