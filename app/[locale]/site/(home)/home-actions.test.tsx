// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderWithProviders } from "#components/testing/render.tsx";
import { memberSample } from "#lib/testing/member-samples.ts";
import { HomeActions } from "./home-actions.tsx";

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
});
