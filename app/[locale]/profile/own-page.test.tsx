import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { OwnPage } from "#app/[locale]/profile/own-page.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { educationsQuery } from "#lib/periods/queries.ts";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
import { requestFrom } from "#lib/testing/friend-samples.ts";
import { mediaSample, ownList } from "#lib/testing/media-samples.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const statistics = {
  ...{ friends: 1, images: 1, media: 1, educations: 1, jobs: 1, profile_views: 0 },
  views_by_day: [],
};

function answer(call: string) {
  if (call.startsWith("GET /profile/statistics")) return { body: { data: statistics } };
  if (call.startsWith("GET /profile/media")) return { body: ownList([mediaSample]) };
  if (call.startsWith("GET /profile/friends/active"))
    return { body: { data: [requestFrom(7, "Юсупова Мадина Рустамовна")], meta: { next: null } } };
  return { body: { data: [], meta: { next: null } } };
}

const education = {
  ...{ id: 7, establishment: { id: 2, name: "Школа" }, region: { id: 10, name: "Ташкент" } },
  ...{ object: { id: 5, name: "Школа № 110" }, start: 2004, end: 2014 },
};
const classmate = {
  ...{ id: 9, fullname: "Олимов Шерзод Носирович", image: null, online: false },
  ...{ last_seen_at: null, status: "none" },
  reasons: [{ kind: "classmate", object: education.object, start: 2004, end: 2014 }],
};
const sections = [messages.Education.title, messages.Jobs.title, messages.People.classmatesFound];
const shownSections = () =>
  screen
    .getAllByRole("heading", { level: 2 })
    .map(({ textContent }) => textContent)
    .filter((title) => sections.includes(title));

describe("the member's own profile", () => {
  it("has those whom the member studied with below all else, and directly below the educations once one is saved", async () => {
    const own = [education];
    const { client } = renderWithProviders(
      <MemberProvider member={memberSample}>
        <OwnPage />
      </MemberProvider>,
      {
        member: memberSample,
        answer: (call) => {
          if (call.startsWith("GET /profile/setting/educations")) return { body: { data: own } };
          if (call.startsWith("GET /users/suggestions")) return { body: { data: [classmate] } };
          return answer(call);
        },
      },
    );
    expect(await screen.findByRole("link", { name: classmate.fullname })).toBeVisible();
    const [educations, jobs, found] = sections;
    expect(shownSections()).toEqual([educations, jobs, found]);
    own.push({ ...education, id: 8, start: 2014, end: 2018 });
    await act(() => client.invalidateQueries(educationsQuery("ru", null)));
    await waitFor(() => expect(shownSections()).toEqual([educations, found, jobs]));
    expect(await screen.findByRole("link", { name: classmate.fullname })).toBeVisible();
    own.length = 1;
    await act(() => client.invalidateQueries(educationsQuery("ru", null)));
    await waitFor(() => expect(shownSections()).toEqual([educations, jobs, found]));
  });

  it("has the friends above the files", async () => {
    renderWithProviders(
      <MemberProvider member={memberSample}>
        <OwnPage />
      </MemberProvider>,
      { answer, member: memberSample },
    );
    expect(await screen.findByRole("link", { name: /Юсупова Мадина/ })).toBeVisible();
    expect(screen.getByTitle(mediaSample.name)).toBeVisible();
    const titles = screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
    const [friends, files] = [messages.Friends.title, messages.Media.title];
    expect(titles.filter((title) => [friends, files].includes(title))).toEqual([friends, files]);
  });
});
