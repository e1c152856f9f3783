// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { MediaSettings } from "#components/media/media-settings.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";
import { mediaSample, ownList } from "#lib/testing/media-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const diploma = mediaSample;
const video = { ...mediaSample, id: 2, name: "Выпускной.mp4", kind: "video" as const };
const both = ownList([video, diploma], 512 * 1024);

const listed =
  (list: unknown, others: AnswerCall = () => ({ status: 500, body: {} })): AnswerCall =>
  (call) =>
    call === "GET /profile/media/list" ? { body: list } : others(call);

describe("the list of the member's own files", () => {
  it("shows how much of the quota is used and left", async () => {
    renderWithProviders(<MediaSettings />, { answer: listed(both) });
    expect(await screen.findByRole("meter", { name: "Место для файлов" })).toHaveAttribute(
      "aria-valuetext",
      "Занято 512 KB из 1 MB",
    );
    expect(screen.getByText("Свободно 512 KB")).toBeVisible();
  });

  it("offers a download of every file under its name", async () => {
    renderWithProviders(<MediaSettings />, { answer: listed(both) });
    const link = await screen.findByRole("link", { name: `Скачать: ${diploma.name}` });
    expect(link).toHaveAttribute("href", `${diploma.url}?download`);
    expect(link).toHaveAttribute("download", diploma.name);
  });

  it("plays a video in place, and says so when the browser cannot", async () => {
    renderWithProviders(<MediaSettings />, { answer: listed(both) });
    await userEvent.click(await screen.findByRole("button", { name: /^Воспроизвести/ }));
    const player = screen.getByLabelText(video.name);
    expect(player).toHaveAttribute("src", video.url);
    player.dispatchEvent(new Event("error"));
    expect(await screen.findByRole("alert")).toHaveTextContent("не может воспроизвести");
  });

  it("deletes a file at once after a confirmation, and restores it when the server fails", async () => {
    let answerDeletion: (status: number) => void = () => undefined;
    const deletion = new Promise<number>((resolve) => (answerDeletion = resolve));
    renderWithProviders(<MediaSettings />, {
      answer: listed(both, async () => ({ status: await deletion, body: {} })),
    });
    const file = () => screen.queryByTitle(diploma.name);
    await userEvent.click(await screen.findByRole("button", { name: `Удалить: ${diploma.name}` }));
    const question = await screen.findByRole("dialog");
    await userEvent.click(within(question).getByRole("button", { name: "Отмена" }));
    expect(file()).toBeVisible();

    await userEvent.click(screen.getByRole("button", { name: `Удалить: ${diploma.name}` }));
    await userEvent.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: "Ок" }),
    );
    await waitFor(() => expect(file()).not.toBeInTheDocument());
    expect(screen.getByText("Занято 511 KB из 1 MB")).toBeVisible();
    answerDeletion(503);
    expect(await screen.findByTitle(diploma.name)).toBeVisible();
  });

  it("shows why it could not be loaded, and retries on request", async () => {
    const answer = vi.fn<AnswerCall>(() => ({
      status: 503,
      body: { message: "Позже", code: "x" },
    }));
    renderWithProviders(<MediaSettings />, { answer });
    expect(await screen.findByText("Позже")).toBeVisible();
    answer.mockImplementation(listed(both));
    await userEvent.click(screen.getByRole("button", { name: "Повторить" }));
    expect(await screen.findByTitle(diploma.name)).toBeVisible();
  });
});

describe("choosing files", () => {
  const choose = async (files: File[]) =>
    userEvent.upload(await screen.findByLabelText("Выбрать файлы", { selector: "input" }), files);

  it("refuses files over the quota and empty ones before anything is sent, with a reason", async () => {
    const answer = vi.fn<AnswerCall>(listed(both));
    renderWithProviders(<MediaSettings />, { answer });
    await screen.findByTitle(diploma.name);
    await choose([
      new File([new Uint8Array(700 * 1024)], "Лекция.mp3", { type: "audio/mpeg" }),
      new File([], "пусто.txt", { type: "text/plain" }),
    ]);
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Лекция.mp3: 700 KB не поместится, свободно 512 KB.");
    expect(alert).toHaveTextContent("пусто.txt: файл пустой.");
    expect(answer.mock.calls.map(([call]) => call)).toEqual(["GET /profile/media/list"]);
  });

  it("warns before a video is sent whose place cannot be removed", async () => {
    const answer = vi.fn<AnswerCall>(listed(both));
    renderWithProviders(<MediaSettings />, { answer });
    await screen.findByTitle(diploma.name);
    const strange = () => new File(["no video at all"], "поход.mp4", { type: "video/mp4" });
    await choose([strange()]);
    const question = await screen.findByRole("dialog");
    expect(question).toHaveTextContent(/поход\.mp4: убрать из файла место съёмки/);
    await userEvent.click(within(question).getByRole("button", { name: "Отмена" }));
    expect(answer.mock.calls.every(([call]) => call.startsWith("GET "))).toBe(true);

    await choose([strange()]);
    await userEvent.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: "Ок" }),
    );
    expect(await screen.findByRole("list", { name: "Загружаемые файлы" })).toHaveTextContent(
      "поход.mp4",
    );
  });

  it("says that the files are examined until it is known what they tell of their author", async () => {
    let finish: (content: ArrayBuffer) => void = () => undefined;
    const content = new Promise<ArrayBuffer>((resolve) => (finish = resolve));
    vi.spyOn(Blob.prototype, "arrayBuffer").mockReturnValue(content);
    renderWithProviders(<MediaSettings />, { answer: listed(both) });
    await screen.findByTitle(diploma.name);
    await choose([new File(["no video at all"], "поход.mp4", { type: "video/mp4" })]);
    expect(await screen.findByText(messages.Uploads.checking)).toBeVisible();
    finish(new ArrayBuffer(0));
    expect(await screen.findByRole("dialog")).toBeVisible();
    expect(screen.queryByText(messages.Uploads.checking)).toBeNull();
  });

  it("is not offered when the quota is full", async () => {
    renderWithProviders(<MediaSettings />, { answer: listed(ownList([diploma], 1024 * 1024)) });
    expect(await screen.findByText(/^Место закончилось/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Выбрать файлы" })).not.toBeInTheDocument();
  });
});
