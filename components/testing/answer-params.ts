/** Mocks the reference data for component tests that choose from it, with a small country to choose from. */
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { type AnswerCall, answerCalls } from "#lib/testing/answer-calls.ts";

export const university = { id: 1, name: "Университет" };
export const school = { id: 2, name: "Школа" };
export const tashkent = { id: 10, name: "Ташкент" };
export const bukhara = { id: 20, name: "Бухара" };
export const yunusabad = { id: 11, name: "Юнусабад" };
export const tuit = { id: 100, name: "Ташкентский университет информационных технологий" };

/**
 * Answers by the path below /api/ru or below the settings, an error as an unreachable server; the test may change an
 * answer later. `answerChange` answers requests other than GET.
 */
export function answerParams(
  more: Record<string, unknown> = {},
  answerChange: AnswerCall = () => Promise.reject(new Error("no change was expected")),
) {
  const answers: Record<string, unknown> = {
    "params/establishments": [university, school],
    "params/regions": [tashkent, bukhara],
    "params/regions?parent_id=10": [yunusabad],
    ...more,
  };
  answerCalls(async (...call) => {
    const [method, asked = ""] = call[0].split(/ \/(?:profile\/setting\/)?/);
    if (method !== "GET") return answerChange(...call);
    const data = await (answers[asked] ?? defaultOf(asked));
    if (data instanceof Error) throw data;
    return { body: { data, meta: { next: null } } };
  });
  return answers;
}

function defaultOf(asked: string): unknown {
  if (asked.startsWith("params/objects?establishment_id=1")) return [tuit];
  return [];
}

/** Selects the field and not its list, which has the same name. */
const inputOnly = { selector: "input" };

export const choiceField = (name: string) => screen.getByLabelText(name, inputOnly);

/** Opens a field and chooses the option of this name. */
export async function choose(user: UserEvent, field: string, option: string): Promise<void> {
  const input = await screen.findByLabelText(field, inputOnly);
  await user.click(input);
  const list = await waitFor(() => {
    const opened = document.getElementById(input.getAttribute("aria-controls") ?? "");
    if (!opened) throw new Error(`${field} is not open`);
    return opened;
  });
  await user.click(await within(list).findByText(option));
}
