import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { HomeBlock } from "#components/home/home-block.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";

it("a block of the home page shows its count with the groups of digits of Russian", () => {
  renderWithProviders(
    <HomeBlock title="Заявки" count={1234}>
      Никого
    </HomeBlock>,
  );
  expect(screen.getByRole("heading", { name: "Заявки 1\u00a0234" })).toBeVisible();
});
