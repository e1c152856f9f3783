import type { TestKampus } from "#server/testing/test-kampus.ts";

/** The call by which a member changes, or asks about, their friendship with another. */
export const testFriendships =
  (kampus: TestKampus) =>
  (
    { token }: { token: string },
    action: "add" | "accept" | "status" | "delete",
    id: number | string,
  ) =>
    kampus.post(`/api/en/profile/friends/friendship/${id}/${action}`, undefined, { token });
