import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { JobSection } from "#components/periods/jobs/job-section.tsx";
import { answerParams, choiceField, choose } from "#components/testing/answer-params.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import { clearToken } from "#lib/browser/cookies.ts";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

const communications = { id: 3, name: "Связь и ИТ" };
const medicine = { id: 4, name: "Медицина" };
const engineer = { id: 301, name: "Инженер-программист" };

const answer = vi.fn<AnswerCall>();
beforeEach(() => {
  answer.mockReset().mockReturnValue(new Promise(() => undefined));
  const questions = {
    user: memberSample,
    jobs: [],
    "params/spheres": [communications, medicine],
    "params/positions?sphere_id=3": [engineer],
  };
  answerParams(questions, answer);
});

async function open() {
  renderWithProviders(<JobSection memberId={null} />, { member: memberSample });
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await user.click(await screen.findByText("Добавить место работы"));
  await screen.findByRole("dialog");
  return user;
}

const save = () => userEvent.click(screen.getByText("Сохранить"));

/** Loads the form first, which takes a busy machine a while. */
describe("adding a job", { timeout: 20_000 }, () => {
  it("offers the positions of the chosen sphere, and clears one when the sphere changes", async () => {
    const user = await open();
    expect(choiceField("Должность")).toBeDisabled();
    expect(choiceField("Должность")).toHaveAttribute("placeholder", "Сначала выберите сферу");
    await choose(user, "Сфера", "Связь и ИТ");
    await choose(user, "Должность", "Инженер-программист");
    await choose(user, "Сфера", "Медицина");
    expect(choiceField("Должность")).toHaveValue("");
  });

  it("keeps what was chosen and typed when the session ends, until its member opens the form again", async () => {
    const user = await open();
    await choose(user, "Сфера", "Связь и ИТ");
    await choose(user, "Должность", "Инженер-программист");
    await user.type(screen.getByLabelText("Компания или организация"), "Узбектелеком");
    act(() => clearToken());
    cleanup();
    await open();
    expect(choiceField("Сфера")).toHaveValue("Связь и ИТ");
    expect(choiceField("Должность")).toHaveValue("Инженер-программист");
    expect(screen.getByLabelText("Компания или организация")).toHaveValue("Узбектелеком");
  });

  it("reports missing fields before anything is sent, and focuses the first of them", async () => {
    const user = await open();
    await user.type(screen.getByLabelText("Компания или организация"), "   ");
    await save();
    // The position and the end cannot be chosen yet.
    expect(await screen.findAllByText("Обязательное поле")).toHaveLength(4);
    expect(choiceField("Должность")).toBeValid();
    expect(choiceField("Год окончания")).toBeValid();
    expect(choiceField("Сфера")).toHaveFocus();
    await user.clear(screen.getByLabelText("Компания или организация"));
    await user.paste("Я".repeat(256));
    await save();
    expect(await screen.findByText("Максимум 255 символов")).toBeVisible();
    expect(answer).not.toHaveBeenCalled();
  });

  it("sends a current job without an end, once «until now» is ticked", async () => {
    const user = await open();
    await choose(user, "Сфера", "Связь и ИТ");
    await choose(user, "Должность", "Инженер-программист");
    await user.type(screen.getByLabelText("Компания или организация"), " Узбектелеком ");
    await choose(user, "Регион", "Бухара");
    await choose(user, "Год начала", "2020");
    await user.click(screen.getByLabelText("По настоящее время"));
    await save();
    await waitFor(() => expect(answer).toHaveBeenCalledOnce());
    expect(answer).toHaveBeenCalledWith("POST /profile/setting/jobs", {
      ...{ sphere_id: 3, position_id: 301, company: "Узбектелеком", region_id: 20 },
      ...{ start: 2020, end: null },
    });
  });
});
