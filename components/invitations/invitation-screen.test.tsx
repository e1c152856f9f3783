// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { InvitationScreen } from "#components/invitations/invitation-screen.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { type AnswerCall, noNetwork, refusal } from "#lib/testing/answer-calls.ts";
import type { User } from "#lib/auth/schema.ts";
import type { OpenInvitation } from "#lib/invitations/open-schema.ts";
import { codeSample, openInvitationOf } from "#lib/testing/invitation-samples.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Invitation;
const opened = `GET /invitations/by-code/${codeSample}`;
const accepted = `POST /invitations/by-code/${codeSample}/accept`;
const answer = vi.fn<AnswerCall>();
const onReport = vi.fn<(invitation: OpenInvitation, code: string) => void>();

/** The reader is on the surface of the profile, so that going on to a class loads no page anew. */
function show(invitation: OpenInvitation | null, member: User | null) {
  answer.mockImplementation((call) =>
    call === opened && invitation
      ? { body: { data: invitation } }
      : refusal("not_found", "Не найдено"),
  );
  renderWithProviders(<InvitationScreen onReport={onReport} />, { answer, member });
}
const heading = () => screen.findByRole("heading", { level: 1 });
const link = (name: string) => screen.getByRole("link", { name });
const button = (name: string) => screen.getByRole("button", { name });

beforeEach(() => {
  answer.mockReset();
  onReport.mockReset();
  window.history.replaceState(null, "", `/ru/i/${codeSample}`);
});

describe("an invitation to a class", () => {
  it("tells a visitor who invites to what and about how many are there, and leads to the sign-up and back", async () => {
    show(openInvitationOf({ total: 20, is_rounded: true }), null);
    expect(await heading()).toHaveTextContent("Выпуск 2014 · Школа № 110, 11-Б");
    expect(screen.getByText("Алишер Каримов приглашает вас")).toBeVisible();
    expect(screen.getByText("Здесь уже более 20 участников")).toBeVisible();
    for (const [name, page] of [
      [t.signUp, "signup"],
      [t.signIn, "login"],
    ] as const) {
      const { pathname, searchParams } = new URL(link(name).getAttribute("href") ?? "");
      expect([pathname, searchParams.get("subdomain"), searchParams.get("path")]).toEqual([
        `/ru/${page}`,
        "site",
        `/i/${codeSample}`,
      ]);
    }
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("writes a great number of members as every other number", async () => {
    show(openInvitationOf({ total: 1000, is_rounded: true }), null);
    expect(await screen.findByText(/^Здесь уже более 1\s000 участников$/)).toBeVisible();
  });

  it("says to a visitor that they may be the first, if no members are counted", async () => {
    show(openInvitationOf({ total: null }), null);
    await heading();
    expect(screen.getByText(t.firstOnes)).toBeVisible();
  });

  it("is accepted by a member with one button, who goes on to the class and its group", async () => {
    show(openInvitationOf(), memberSample);
    await heading();
    expect(screen.getByText("Здесь уже 7 участников")).toBeVisible();
    answer.mockResolvedValueOnce({
      body: {
        message: "Приглашение принято",
        data: { kind: "class", object_id: 5, class_key: "2014", group: "11-Б", chat_id: null },
      },
    });
    await userEvent.click(button(t.acceptClass));
    expect(answer).toHaveBeenCalledWith(accepted);
    await waitFor(() => expect(window.location.pathname).toBe("/ru/objects/5/classes/2014"));
    expect(new URLSearchParams(window.location.search).get("group")).toBe("11-Б");
  });

  it("says why it could not be accepted, and can be tried again", async () => {
    show(openInvitationOf(), memberSample);
    await heading();
    answer.mockResolvedValueOnce(refusal("conflict", "Группа полна"));
    await userEvent.click(button(t.acceptClass));
    expect(await screen.findByRole("alert")).toHaveTextContent("Группа полна");
    expect(button(t.acceptClass)).toBeEnabled();
    expect(window.location.pathname).toBe(`/ru/i/${codeSample}`);
  });

  it("can be reported by a member, but neither by a visitor nor by its own inviter", async () => {
    show(openInvitationOf(), memberSample);
    await heading();
    await userEvent.click(button(t.report));
    expect(onReport).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ inviter: { name: "Алишер Каримов" } }),
      codeSample,
    );
    expect(button(t.report)).toHaveFocus();
  });

  it("leads its inviter to the inviter's own links", async () => {
    show(openInvitationOf({ is_own: true }), memberSample);
    await heading();
    expect(screen.getByText(t.own)).toBeVisible();
    expect(link(t.toOwn)).toHaveAttribute("href", "/ru/settings/invitations");
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("asks an unverified member to confirm their address first", async () => {
    show(openInvitationOf(), { ...memberSample, verified: false });
    await heading();
    expect(screen.getByText(t.confirmFirst)).toBeVisible();
    expect(link(t.toConfirmation)).toHaveAttribute(
      "href",
      "http://site.kampus.localhost/ru/confirmation",
    );
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("an invitation to a group and to Kampus", () => {
  it("names the group", async () => {
    const group = { kind: "group", object: null, class_key: null, end: null } as const;
    show(openInvitationOf({ ...group, chat: { title: "Физика 7" }, group: null }), memberSample);
    expect(await heading()).toHaveTextContent("Физика 7");
    expect(button(t.acceptGroup)).toBeVisible();
  });

  it("names the service", async () => {
    const kampus = { kind: "kampus", object: null, class_key: null, end: null } as const;
    show(openInvitationOf({ ...kampus, group: null }), memberSample);
    expect(await heading()).toHaveTextContent("Вступайте в Кампус");
    expect(button(t.acceptKampus)).toBeVisible();
  });
});

describe("an invitation that has ended", () => {
  it("says so, and leads a visitor to the sign-up and a member to the search for people", async () => {
    show(null, null);
    expect(await heading()).toHaveTextContent(t.endedTitle);
    expect(link(t.signUp)).toBeVisible();
  });

  it("leads a member to the search for people", async () => {
    show(null, memberSample);
    expect(await heading()).toHaveTextContent(t.endedTitle);
    expect(link(t.findPeople)).toHaveAttribute("href", "/ru/friends/find");
  });
});

it("an invitation that could not be loaded is asked for again", async () => {
  answer.mockRejectedValueOnce(noNetwork);
  show(openInvitationOf(), null);
  await userEvent.click(await screen.findByRole("button", { name: messages.Layout.retry }));
  expect(await heading()).toHaveTextContent("Выпуск 2014");
});
