import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api-client.ts";
import { byCursor } from "#lib/api/by-cursor.ts";
import {
  calendarAnswer,
  type EventAnswer,
  eventAnswer,
  eventAnswersList,
  type EventList,
  eventList,
} from "#lib/events/schema.ts";

/** A class as its address names it. */
export interface EventsPlace {
  objectId: number;
  classKey: string;
}

const eventsKey = ["events"] as const;
export const eventListsKey = [...eventsKey, "list"] as const;
const answeredKey = [...eventsKey, "answered"] as const;
export const answeredOf = (id: number) => [...answeredKey, id] as const;

export const eventsPath = (locale: string, { objectId, classKey }: EventsPlace) =>
  `/api/${locale}/objects/${objectId}/classes/${classKey}/events`;
export const eventPath = (locale: string, id: number) => `/api/${locale}/events/${id}`;

/** Coming events of a class, the soonest first, or the former, the latest first. */
export const eventsQuery = (locale: string, place: EventsPlace, when: "coming" | "past") =>
  infiniteQueryOptions({
    queryKey: [...eventListsKey, place, when, { locale }],
    queryFn: ({ pageParam, signal }) => {
      const query = { past: when === "past" ? 1 : null, cursor: pageParam };
      return api.get(eventsPath(locale, place), eventList, { query, signal });
    },
    ...byCursor,
  });

/** One event, as a list that has nothing else: whatever updates the lists updates it, too. */
export const eventAloneQuery = (locale: string, id: number) =>
  infiniteQueryOptions({
    queryKey: [...eventListsKey, "alone", id, { locale }],
    queryFn: async ({ signal }): Promise<EventList> => {
      const { data } = await api.get(eventPath(locale, id), eventAnswer, { signal });
      return { data: [data], meta: { next: null } };
    },
    ...byCursor,
  });

/** The members who gave this answer, latest first. */
export const answeredQuery = (locale: string, id: number, answer: EventAnswer) =>
  infiniteQueryOptions({
    queryKey: [...answeredOf(id), answer, { locale }],
    queryFn: ({ pageParam, signal }) =>
      api.get(`${eventPath(locale, id)}/answers`, eventAnswersList, {
        query: { answer, cursor: pageParam },
        signal,
      }),
    ...byCursor,
  });

export const calendarPath = (locale: string) => `/api/${locale}/calendar`;

/** The secret address of the member's own calendar. */
export const calendarQuery = (locale: string) =>
  queryOptions({
    queryKey: [...eventsKey, "calendar", { locale }],
    queryFn: async ({ signal }) =>
      (await api.get(calendarPath(locale), calendarAnswer, { signal })).data.url,
  });
