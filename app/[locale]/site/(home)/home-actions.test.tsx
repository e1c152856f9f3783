// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { describe, expect, it, vi } from "vitest";
import { signedInMember } from "#components/auth/form-testing.tsx";
import type { Auth } from "#lib/auth/auth-state.ts";
import messages from "#messages/ru.json" with { type: "json" };
import { HomeActions } from "./home-actions.tsx";

const session = vi.hoisted(() => ({ verified: false }));
vi.mock("#lib/auth/auth-context.tsx", () => ({
  useAuth: () =>
    ({
      status: "authenticated",
      token: signedInMember.token,
      user: { ...signedInMember.user, verified: session.verified },
    }) as Auth, // no action is taken
}));
vi.mock("#components/ui/controls/route-link.tsx", () => ({
  RouteLink: ({ children, route }: { children: React.ReactNode; route: { path: string } }) => (
    <a href={route.path}>{children}</a>
  ),
}));

function show(verified: boolean) {
  session.verified = verified;
  render(
    <NextIntlClientProvider locale="ru" messages={messages}>
      <MantineProvider env="test">
        <HomeActions />
      </MantineProvider>
    </NextIntlClientProvider>,
  );
}

describe("the home page", () => {
  it("tells an unverified member what is missing, with one button, to the confirmation", () => {
    show(false);
    expect(screen.getByRole("heading", { name: "Осталось подтвердить почту" })).toBeVisible();
    expect(screen.getByText(signedInMember.user.email)).toBeVisible();
    const link = screen.getByRole("link");
    expect(link).toHaveAccessibleName("Подтвердить почту");
    expect(link).toHaveAttribute("href", "/confirmation");
  });

  it("leads a verified member to profile, friends and messages", () => {
    show(true);
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([
      "Профиль",
      "Друзья",
      "Сообщения",
    ]);
    expect(screen.queryByText("Осталось подтвердить почту")).not.toBeInTheDocument();
  });
});
