import { type Route, routes } from "#lib/routes.ts";

/** The people search, with its words in the address. */
export function findPeopleRoute(q: string): Route {
  const route = routes.findPeople();
  return q ? { ...route, path: `${route.path}?${new URLSearchParams({ q })}` } : route;
}
