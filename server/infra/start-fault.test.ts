import { expect, it, vi } from "vitest";
import { exitWith, StartFault } from "#server/infra/start-fault.ts";

it("a command whose closing fails as well says why it failed", () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  const fault = new StartFault(["DATABASE_URL: the disk is full", "Free some of it"]);
  exitWith(new SuppressedError(new Error("cannot close"), fault), "could not migrate");
  expect(said.mock.calls).toEqual([
    ["kampus: DATABASE_URL: the disk is full"],
    ["kampus: Free some of it"],
  ]);
  expect(exit).toHaveBeenCalledWith(1);
  vi.restoreAllMocks();
});
