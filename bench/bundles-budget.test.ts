import { expect, it } from "vitest";
import budgets from "#bench/bundles-budget.json" with { type: "json" };

it("the home page of members may load no more JavaScript than the profile page", () => {
  expect(budgets["member's home"].scripts).toBeLessThanOrEqual(budgets.profile.scripts);
});
