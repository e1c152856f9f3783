import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { OwnPage } from "#app/[locale]/profile/own-page.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
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

describe("the member's own profile", () => {
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
