import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SiteFooter } from "#components/settings/site-footer.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { SiteSettings } from "#lib/settings/schema.ts";

const absent: SiteSettings = {
  email: "",
  facebook: "",
  instagram: "",
  office_address: "",
  phone_number: "",
  telegram: "",
  youtube: "",
};

const show = (settings: Partial<SiteSettings>) => {
  renderWithProviders(<SiteFooter />, {
    surface: "site",
    answer: () => ({ body: { data: { ...absent, ...settings } } }),
  });
};

describe("the footer", () => {
  it.each([
    ["facebook", "https://facebook.com/kampus", "Facebook"],
    ["instagram", "https://instagram.com/kampus", "Instagram"],
    ["telegram", "https://t.me/kampus", "Telegram"],
    ["youtube", "https://youtube.com/@kampus", "YouTube"],
    ["email", "help@kampus.example", "Почта: help@kampus.example"],
    ["phone_number", "+998 71 200-00-00", "Телефон: +998 71 200-00-00"],
  ] as const)("shows %s where it is set, and nothing else", async (field, value, name) => {
    show({ [field]: value });
    const link = await screen.findByRole("link", { name });
    const written = { email: `mailto:${value}`, phone_number: "tel:+998712000000" };
    expect(link).toHaveAttribute("href", field in written ? written[field as "email"] : value);
    expect(screen.getAllByRole("link")).toHaveLength(1);
  });

  it("shows the address of the office where it is set", async () => {
    show({ office_address: "Ташкент, улица Амира Темура, 1" });
    expect(await screen.findByText("Ташкент, улица Амира Темура, 1")).toBeVisible();
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });

  it("links to no address that could run a script", async () => {
    show({ telegram: "javascript:alert(1)", office_address: "Ташкент" });
    expect(await screen.findByText("Ташкент")).toBeVisible();
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });
});
