// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useAuth } from "#lib/auth/auth-context.tsx";

it("the session cannot be read outside its provider", () => {
  vi.spyOn(console, "error").mockReturnValue();
  expect(() => renderHook(() => useAuth())).toThrow("No auth context");
});
