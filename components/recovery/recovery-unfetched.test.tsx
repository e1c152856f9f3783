// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { challengeOf, enter, renderForm } from "#components/testing/form-testing.tsx";
import type * as laterSteps from "#components/recovery/recovery-steps.tsx";
import { Recovery } from "#components/recovery/recovery.tsx";
import { answerCalls } from "#lib/testing/answer-calls.ts";
import { storeProgress } from "#lib/recovery/recovery-progress.ts";

/** Whether the network fails while the code of the later steps is fetched. */
const isMissing = vi.hoisted(() => ({ value: false }));

vi.mock("#components/recovery/recovery-steps.tsx", async (importOriginal) => {
  const original = await importOriginal<typeof laterSteps>();
  return {
    ...original,
    // An import awaits a module that has `then` as a promise, so throwing here fails the import.
    get then() {
      if (isMissing.value) throw new Error("The network is away");
      return undefined;
    },
  };
});

const code = () => screen.findByLabelText("Код из письма");
const retry = () => screen.findByRole("button", { name: "Повторить" });

beforeEach(() => {
  isMissing.value = true;
  sessionStorage.clear();
  storeProgress(null);
  window.history.replaceState(null, "", "/ru/recovery");
  answerCalls((call) => {
    if (call.startsWith("HEAD ")) throw new TypeError("Failed to fetch");
    return { body: { message: "Готово" } };
  });
});

it("a visitor who reloads the step of the code without a network stays there, and can enter the code once the network is back", async () => {
  storeProgress({ localPart: "alisher", domain: "talim.example", code: "" });
  window.history.replaceState(null, "", "/ru/recovery?step=code");
  renderForm(<Recovery challenge={challengeOf()} />);
  expect(screen.getByRole("heading", { level: 1, name: "Введите код" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Отправить код" })).toBeNull();
  await userEvent.click(await retry());
  await userEvent.click(await retry());
  expect(window.location.search).toBe("?step=code");
  isMissing.value = false;
  await userEvent.click(await retry());
  expect(await code()).toHaveFocus();
});

it("a visitor whose next step has not loaded yet cannot ask for a second code", async () => {
  renderForm(<Recovery challenge={challengeOf()} />);
  const user = userEvent.setup();
  await enter(user, { Логин: "alisher", "Код с картинки": "k7rm2" });
  await user.click(screen.getByRole("button", { name: "Отправить код" }));
  const again = await retry();
  expect(screen.queryByRole("button", { name: "Отправить код" })).toBeNull();
  isMissing.value = false;
  await user.click(again);
  expect(await code()).toHaveFocus();
});
