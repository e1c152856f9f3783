// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderForm } from "#components/testing/form-testing.tsx";
import { SignupGate } from "#components/auth/signup-gate.tsx";
import { runtimeConfigGlobal } from "#lib/config/schema.ts";

it("a visitor sees the form of the sign-up while it is open", () => {
  renderForm(<SignupGate>form</SignupGate>);
  expect(screen.getByText("form")).toBeVisible();
});

it("a visitor reads that the sign-up is closed before they type anything, and can sign in", () => {
  const { rerender } = renderForm(<SignupGate>form</SignupGate>);
  const registrationClosed = { ru: "Сейчас нельзя", en: "Not now" };
  Object.assign(window[runtimeConfigGlobal] ?? {}, { registrationClosed });
  rerender(<SignupGate key="again">form</SignupGate>);
  expect(screen.queryByText("form")).not.toBeInTheDocument();
  expect(screen.getByText("Сейчас нельзя")).toBeVisible();
  expect(screen.getByRole("link", { name: "Войти" })).toHaveAttribute(
    "href",
    expect.stringMatching(/\/ru\/login$/),
  );
});
