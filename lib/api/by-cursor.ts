/** The options of a query for a list whose pages name the cursor of the next one; `api.get` leaves an empty cursor out. */
export const byCursor = {
  initialPageParam: "",
  getNextPageParam: ({ meta }: { meta: { next: string | null } }) => meta.next,
};
