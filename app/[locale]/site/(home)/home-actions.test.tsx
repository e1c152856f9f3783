// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { HomeActions } from "./home-actions.tsx";
import { HomeScreen } from "./home-screen.tsx";
import { HomeTotals } from "./home-totals.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { clearToken } from "#lib/browser/cookies.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

const show = (verified: boolean) =>
  renderWithProviders(<HomeActions />, {
    surface: "site",
    member: { ...memberSample, verified },
    answer: () => Promise.reject(new Error("unasked")),
  });

describe("the home page", () => {
  it("shows an unverified member what is missing, with one button, to the confirmation", async () => {
    show(false);
    const heading = await screen.findByRole("heading", { name: "Осталось подтвердить почту" });
    expect(heading).toBeVisible();
    expect(screen.getByText(memberSample.email)).toBeVisible();
    const link = screen.getByRole("link");
    expect(link).toHaveAccessibleName("Подтвердить почту");
    expect(link).toHaveAttribute("href", "/ru/confirmation");
  });

  it("tells a member whose session has ended there so, beside the way in, which leads back", async () => {
    const visitor = (
      <>
        <HomeActions />
        <HomeTotals />
      </>
    );
    renderWithProviders(<HomeScreen visitor={visitor} catalogue={null} />, {
      surface: "site",
      member: { ...memberSample, verified: false },
      answer: (call) =>
        call.startsWith("GET /objects/popular")
          ? { body: { data: { members: 500, institutions: 40, popular: [] } } }
          : Promise.reject(new Error("unasked")),
    });
    await screen.findByRole("heading", { name: "Осталось подтвердить почту" });
    act(() => clearToken());
    expect(await screen.findByText("Сеанс завершён. Войдите снова.")).toBeVisible();
    const login = screen.getByRole("link", { name: "Войти" });
    expect(login).toHaveAttribute("href", "/ru/login?subdomain=site&path=%2F");
    await waitFor(() => expect(screen.getByText("40")).toBeVisible());
  });

  it("says nothing of a session to a visitor who had none", async () => {
    renderWithProviders(<HomeActions />, {
      surface: "site",
      member: null,
      answer: () => Promise.reject(new Error("unasked")),
    });
    expect(await screen.findByRole("link", { name: "Войти" })).toHaveAttribute("href", "/ru/login");
    expect(screen.queryByText("Сеанс завершён. Войдите снова.")).not.toBeInTheDocument();
  });
});
