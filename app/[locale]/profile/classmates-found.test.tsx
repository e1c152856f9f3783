// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ClassmatesFound } from "#app/[locale]/profile/classmates-found.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { memberSample } from "#lib/testing/member-samples.ts";
import { educationsQuery } from "#lib/periods/queries.ts";

const school = { id: 5, name: "Школа № 110" };
const education = {
  ...{ id: 7, establishment: { id: 2, name: "Школа" }, region: { id: 10, name: "Ташкент" } },
  ...{ object: school, start: 2004, end: 2014 },
};
const classmate = {
  ...{ id: 9, fullname: "Юсупова Мадина Рустамовна", image: null, online: false },
  ...{ last_seen_at: null, status: "none" },
  reasons: [{ kind: "classmate", object: school, start: 2004, end: 2014 }],
};

const friendOfFriends = {
  ...{ ...classmate, id: 10, fullname: "Олимов Шерзод Носирович" },
  reasons: [{ kind: "mutual_friends", count: 4, friends: [] }],
};

it.each([
  ["those they studied with where all of them are classmates", "Вот с кем вы учились", [classmate]],
  [
    "people they may know where others are among them",
    "Возможно, вы знакомы",
    [classmate, friendOfFriends],
  ],
])("the suggestions are called %s", async (_, name, suggested) => {
  renderWithProviders(<ClassmatesFound firstMax={3} />, {
    member: memberSample,
    answer: (call) => {
      const data = call === "GET /users/suggestions" ? suggested : [education];
      return { body: { data, meta: { next: null } } };
    },
  });
  expect(await screen.findByRole("link", { name: classmate.fullname })).toBeVisible();
  expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual([name]);
});

it("nobody is shown before the member has said where they studied, and suggestions appear once an education is saved", async () => {
  let own: object[] = [];
  const asked: string[] = [];
  const { client } = renderWithProviders(<ClassmatesFound firstMax={3} />, {
    member: memberSample,
    answer: (call) => {
      asked.push(call);
      const isSuggestions = call === "GET /users/suggestions";
      return { body: { data: isSuggestions ? [classmate] : own, meta: { next: null } } };
    },
  });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole("heading")).not.toBeInTheDocument();
  expect(asked).not.toContain("GET /users/suggestions");
  own = [education];
  await act(() => client.invalidateQueries(educationsQuery("ru", null)));
  expect(await screen.findByRole("heading", { name: "Вот с кем вы учились" })).toBeVisible();
  expect(await screen.findByRole("link", { name: classmate.fullname })).toBeVisible();

  const timesAsked = () => asked.filter((call) => call === "GET /users/suggestions").length;
  const second = { ...education, id: 8, start: 2014, end: 2018 };
  for (const changed of [second, { ...second, group: "ИТ-204" }]) {
    const before = timesAsked();
    own = [education, changed];
    await act(() => client.invalidateQueries(educationsQuery("ru", null)));
    await waitFor(() => expect(timesAsked()).toBeGreaterThan(before));
  }
});
