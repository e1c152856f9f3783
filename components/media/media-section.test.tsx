// @vitest-environment jsdom
import { screen, waitForElementToBeRemoved } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { MediaSection } from "#components/media/media-section.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";
import { mediaSample, ownList } from "#lib/testing/media-samples.ts";

const file = (id: number) => ({ ...mediaSample, id, name: `Файл ${id}.pdf` });
const files = [6, 5, 4, 3, 2, 1].map(file);
const others = (data: unknown) => ({ body: { data, meta: { next: null } } });

describe("the section of files on a profile", () => {
  it("invites a member without files to add some", async () => {
    renderWithProviders(<MediaSection memberId={null} />, {
      answer: () => ({ body: ownList([]) }),
    });
    expect(await screen.findByText(/^Здесь будут/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Добавить файлы" })).toBeVisible();
  });

  it("shows the member's newest files and links to all of them", async () => {
    renderWithProviders(<MediaSection memberId={null} />, {
      answer: () => ({ body: ownList(files) }),
    });
    expect(await screen.findByTitle("Файл 6.pdf")).toBeVisible();
    expect(screen.queryByTitle("Файл 2.pdf")).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Все" })).toHaveAttribute("href", "/ru/settings/media");
  });

  it("renders nothing for a member who has no files, or hides them", async () => {
    const answer = vi.fn<AnswerCall>(() => others([]));
    renderWithProviders(<MediaSection memberId={7} />, { answer });
    await waitForElementToBeRemoved(screen.queryByRole("region"));
    expect(answer).toHaveBeenCalledWith("GET /user/7/profile/media");
  });

  it("loads all files of another member in place, without buttons to delete them", async () => {
    renderWithProviders(<MediaSection memberId={7} />, { answer: () => others(files) });
    await userEvent.click(await screen.findByRole("button", { name: "Показать ещё" }));
    expect(screen.getByTitle("Файл 1.pdf")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^Удалить/ })).not.toBeInTheDocument();
  });
});
