// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { renderForm } from "#components/auth/form-testing.tsx";
import { PrivacySettings } from "#components/privacy/privacy-settings.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import type { Privacy } from "#lib/privacy/schema.ts";

vi.mock("#components/ui/toasts/toasts.ts");

const path = "/api/ru/profile/setting/privacy";
const saved: Privacy = {
  friends: "everyone",
  media: "friends",
  last_seen: "everyone",
  messages: "everyone",
  suggestions: "everyone",
};

let get: MockInstance;
let put: MockInstance;
let answers: (() => void)[];
beforeEach(() => {
  answers = [];
  get = vi.spyOn(api, "get").mockResolvedValue({ data: saved });
  // As the server: what has been stored so far, answered when the test says so.
  let stored = saved;
  put = vi.spyOn(api, "put").mockImplementation(
    (_path, _schema, change) =>
      new Promise((resolve) => {
        stored = { ...stored, ...(change as Partial<Privacy>) };
        const answer = { message: "Сохранено", data: stored };
        answers.push(() => resolve(answer));
      }),
  );
});

const show = () =>
  renderForm(
    <MantineProvider>
      <PrivacySettings />
    </MantineProvider>,
  );
const choice = async (name: string, audience: string) =>
  within(await screen.findByRole("group", { name })).getByRole("radio", { name: audience });
const shown = () => waitFor(() => expect(screen.getAllByRole("radio")[0]).toBeEnabled());
const choose = async (name: string, audience: string) => {
  await shown();
  await userEvent.click(await choice(name, audience));
};
const [media, messages] = ["Кто видит мои файлы", "Кто может мне писать"];

describe("the privacy settings", () => {
  it("show what is chosen, and what each choice is about", async () => {
    show();
    await shown();
    expect(await choice(media, "Только друзья")).toBeChecked();
    expect(await choice(messages, "Все участники")).toBeChecked();
    expect(screen.getByRole("group", { name: media })).toHaveAccessibleDescription(
      "Видео, аудио и документы в вашем профиле.",
    );
  });

  it("stand in their places before they have come, and nothing can be chosen yet", async () => {
    let come: (answer: { data: Privacy }) => void = () => undefined;
    get.mockReturnValue(new Promise((resolve) => (come = resolve)));
    show();
    expect(screen.getByRole("status")).toHaveTextContent("Загрузка");
    expect(screen.getAllByRole("group")).toHaveLength(5);
    for (const radio of screen.getAllByRole("radio")) expect(radio).toBeDisabled();
    come({ data: saved });
    await waitFor(async () => expect(await choice(media, "Только друзья")).toBeChecked());
    expect(screen.queryByRole("status")).not.toBeInTheDocument();
  });

  it("take a choice at once, before it is answered, and send it alone", async () => {
    show();
    await choose(messages, "Никто");
    expect(await choice(messages, "Никто")).toBeChecked();
    expect(put).toHaveBeenCalledExactlyOnceWith(path, expect.anything(), { messages: "nobody" });
    expect(showSuccess).not.toHaveBeenCalled();
    answers[0]?.();
    await waitFor(() => expect(showSuccess).toHaveBeenCalledWith("Успешно", "Сохранено"));
    expect(await choice(messages, "Никто")).toBeChecked();
    expect(await choice(media, "Только друзья")).toBeChecked();
  });

  it("send choices one after another, so that the last one stays", async () => {
    show();
    await choose(media, "Никто");
    await choose(media, "Все участники");
    expect(put).toHaveBeenCalledOnce();
    expect(await choice(media, "Все участники")).toBeChecked();
    answers[0]?.();
    await waitFor(() => expect(put).toHaveBeenCalledTimes(2));
    expect(await choice(media, "Все участники")).toBeChecked();
    answers[1]?.();
    await waitFor(() => expect(showSuccess).toHaveBeenCalledTimes(2));
    expect(await choice(media, "Все участники")).toBeChecked();
  });

  it("go back to what is stored when a choice could not be saved, and say why", async () => {
    put.mockRejectedValue(new ApiFailure("Нет связи", { status: false }));
    show();
    await choose(media, "Все участники");
    await waitFor(() => expect(showFailure).toHaveBeenCalledWith("Ошибка", "Нет связи"));
    expect(await choice(media, "Только друзья")).toBeChecked();
  });

  it("are chosen by the arrow keys alone", async () => {
    const user = userEvent.setup();
    show();
    await shown();
    for (let group = 0; group < 4; group += 1) await user.tab();
    expect(await choice(media, "Только друзья")).toHaveFocus();
    await user.keyboard("{ArrowRight}");
    expect(put).toHaveBeenCalledExactlyOnceWith(path, expect.anything(), { media: "nobody" });
  });

  it("that did not come say so, and are asked for again", async () => {
    get.mockRejectedValueOnce(new ApiFailure("Что-то сломалось", { status: 403 }));
    show();
    expect(await screen.findByRole("alert")).toHaveTextContent("Что-то сломалось");
    await userEvent.click(screen.getByRole("button", { name: "Повторить" }));
    await shown();
    expect(await choice(media, "Только друзья")).toBeChecked();
  });
});
