// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PrivacySettings } from "#components/privacy/privacy-settings.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { type AnswerCall, answerCalls, noNetwork, refusal } from "#lib/testing/answer-calls.ts";
import type { Privacy } from "#lib/privacy/schema.ts";
import texts from "#messages/ru.json" with { type: "json" };

const path = "/profile/setting/privacy";
const saved: Privacy = {
  images: "everyone",
  educations: "everyone",
  jobs: "everyone",
  friends: "everyone",
  media: "friends",
  last_seen: "everyone",
  messages: "everyone",
  suggestions: "everyone",
  birthday: "nobody",
};

const get = vi.fn<AnswerCall>();
const put = vi.fn<AnswerCall>();
let answers: (() => void)[];
beforeEach(() => {
  answers = [];
  get.mockReset().mockResolvedValue({ body: { data: saved } });
  // The stored settings, which the server returns when the test releases the answer.
  let stored = saved;
  put.mockReset().mockImplementation(
    (_call, change) =>
      new Promise((resolve) => {
        stored = Object.assign({ ...stored }, change);
        const body = { message: "Сохранено", data: stored };
        answers.push(() => resolve({ body }));
      }),
  );
  answerCalls((...call) => (call[0] === `GET ${path}` ? get(...call) : put(...call)));
});

const show = () => renderWithProviders(<PrivacySettings />);
const choice = async (name: string, audience: string) =>
  within(await screen.findByRole("group", { name })).getByRole("radio", { name: audience });
const shown = () => waitFor(() => expect(screen.getAllByRole("radio")[0]).toBeEnabled());
const choose = async (name: string, audience: string) => {
  await shown();
  await userEvent.click(await choice(name, audience));
};
const [media, messages] = ["Кто видит мои файлы", "Кто может мне писать"];

describe("the privacy settings", () => {
  it("show the stored choices, and what each is about", async () => {
    show();
    await shown();
    expect(await choice(media, "Только друзья")).toBeChecked();
    expect(await choice(messages, "Все участники")).toBeChecked();
    expect(screen.getByRole("group", { name: media })).toHaveAccessibleDescription(
      "Видео, аудио и документы в вашем профиле.",
    );
  });

  it("keep their places while they load, and cannot be changed yet", async () => {
    const { promise, resolve: come } = Promise.withResolvers<{ body: { data: Privacy } }>();
    get.mockReturnValue(promise);
    show();
    expect(screen.getByRole("status")).toHaveTextContent("Загрузка");
    expect(screen.getAllByRole("group")).toHaveLength(9);
    for (const radio of screen.getAllByRole("radio")) expect(radio).toBeDisabled();
    come({ body: { data: saved } });
    await waitFor(async () => expect(await choice(media, "Только друзья")).toBeChecked());
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
  });

  it("show a choice before it is answered, and send nothing else", async () => {
    show();
    await choose(messages, "Никто");
    expect(await choice(messages, "Никто")).toBeChecked();
    expect(put).toHaveBeenCalledExactlyOnceWith(`PUT ${path}`, { messages: "nobody" });
    expect(shownToasts()).toEqual([]);
    answers[0]?.();
    await waitFor(() => expect(shownToasts()).toEqual(["Успешно: Сохранено"]));
    expect(await choice(messages, "Никто")).toBeChecked();
    expect(await choice(media, "Только друзья")).toBeChecked();
  });

  it("send choices one after another, so that the last one is stored last", async () => {
    show();
    await choose(media, "Никто");
    await choose(media, "Все участники");
    expect(put).toHaveBeenCalledOnce();
    expect(await choice(media, "Все участники")).toBeChecked();
    answers[0]?.();
    await waitFor(() => expect(put).toHaveBeenCalledTimes(2));
    expect(await choice(media, "Все участники")).toBeChecked();
    answers[1]?.();
    await waitFor(() =>
      expect(shownToasts()).toEqual(["Успешно: Сохранено", "Успешно: Сохранено"]),
    );
    expect(await choice(media, "Все участники")).toBeChecked();
  });

  it("revert a choice that could not be saved, and show why", async () => {
    put.mockRejectedValue(noNetwork);
    show();
    await choose(media, "Все участники");
    await waitFor(() => expect(shownToasts()).toEqual([`Ошибка: ${texts.Problem.offline}`]));
    expect(await choice(media, "Только друзья")).toBeChecked();
  });

  it("are chosen by the arrow keys alone", async () => {
    const user = userEvent.setup();
    show();
    await shown();
    for (let group = 0; group < 7; group += 1) await user.tab();
    expect(await choice(media, "Только друзья")).toHaveFocus();
    await user.keyboard("{ArrowRight}");
    expect(put).toHaveBeenCalledExactlyOnceWith(`PUT ${path}`, { media: "nobody" });
  });

  it("show why they could not be loaded, and retry", async () => {
    get.mockResolvedValueOnce(refusal("forbidden", "Что-то сломалось"));
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent("Что-то сломалось");
    await userEvent.click(screen.getByRole("button", { name: "Повторить" }));
    await shown();
    expect(await choice(media, "Только друзья")).toBeChecked();
  });
});
