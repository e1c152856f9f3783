// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { ImageAlbum } from "#components/images/image-settings.tsx";
import { ImageSection } from "#components/images/image-section.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { AnswerCall } from "#lib/testing/answer-calls.ts";
import { imageSample, pagesOf } from "#lib/testing/image-samples.ts";
import type { ProfileImage } from "#lib/images/schema.ts";

const photos = () => screen.queryAllByRole("button", { name: /^Открыть фотографию/ });
const listAnswer = (images: ProfileImage[]) => ({ body: pagesOf(images).pages[0] });
const refusal = { status: 409, body: { message: "Не вышло", code: "conflict" } };

describe("the photos on a profile", () => {
  it("are the newest ten with their number, and the member's own link to the settings", async () => {
    const many = Array.from({ length: 12 }, (_, index) => imageSample(20 - index));
    renderWithProviders(<ImageSection memberId={null} />, { answer: () => listAnswer(many) });
    expect(await screen.findByText("12")).toBeVisible();
    expect(photos()).toHaveLength(10);
    expect(screen.getByRole("link", { name: "Все фотографии: 12" })).toHaveAttribute(
      "href",
      "/ru/settings/images",
    );
  });

  it("of another member are requested by that member's id, and all are shown in place", async () => {
    const asked: string[] = [];
    const many = Array.from({ length: 12 }, (_, index) => imageSample(20 - index));
    renderWithProviders(<ImageSection memberId={7} />, {
      answer: (call) => {
        asked.push(call);
        return listAnswer(many);
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Все" }));
    expect(photos()).toHaveLength(12);
    expect(asked[0]).toBe("GET /user/7/profile/images?page=1");
  });

  it("reserve their room with a blur until they have loaded", async () => {
    renderWithProviders(<ImageSection memberId={7} />, {
      answer: () => listAnswer([imageSample(1)]),
    });
    await waitFor(() => expect(photos()).toHaveLength(1));
    expect(photos()[0]?.style.backgroundImage).toContain("data:image/webp");
    const picture = photos()[0]?.querySelector("img");
    expect(picture).toHaveAttribute("width", "360");
    expect(picture).toHaveAttribute("height", "360");
  });

  it("ask for the first one where there are none", async () => {
    renderWithProviders(<ImageSection memberId={null} />, { answer: () => listAnswer([]) });
    const add = await screen.findByRole("link", { name: "Добавить фотографии" });
    expect(add).toHaveAttribute("href", "/ru/settings/images");
  });

  it("show why they could not be loaded, and retry", async () => {
    let answer: AnswerCall = () => refusal;
    renderWithProviders(<ImageSection memberId={7} />, { answer: (call) => answer(call) });
    expect(await screen.findByRole("alert")).toHaveTextContent("Не вышло");
    answer = () => listAnswer([imageSample(1)]);
    await userEvent.click(screen.getByRole("button", { name: "Повторить" }));
    await waitFor(() => expect(photos()).toHaveLength(1));
  });
});

describe("an image of the member's own", () => {
  const choose = async (number: number, action: string) => {
    const name = `Действия с фотографией ${number}`;
    await userEvent.click(await screen.findByRole("button", { name }));
    await userEvent.click(await screen.findByRole("menuitem", { name: action }));
  };

  it("disappears at once when it is deleted, and comes back when that fails", async () => {
    let refuse = () => {};
    renderWithProviders(<ImageAlbum />, {
      answer: (call) =>
        call.endsWith("/delete")
          ? new Promise((answer) => (refuse = () => answer(refusal)))
          : listAnswer([imageSample(2, true), imageSample(1)]),
    });
    await choose(1, "Удалить");
    expect(photos()).toHaveLength(2);
    await userEvent.click(await screen.findByRole("button", { name: "Ок" }));
    await waitFor(() => expect(photos()).toHaveLength(1));
    // The newest remaining image becomes the main one.
    expect(screen.getByText("Главная")).toBeVisible();
    refuse();
    await waitFor(() => expect(photos()).toHaveLength(2));
  });

  it("gives the focus back to the button of its menu when it is not deleted after all", async () => {
    renderWithProviders(<ImageAlbum />, { answer: () => listAnswer([imageSample(1)]) });
    await choose(1, "Удалить");
    await userEvent.click(await screen.findByRole("button", { name: "Отмена" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    const button = screen.getByRole("button", { name: "Действия с фотографией 1" });
    await waitFor(() => expect(button).toHaveFocus());
  });

  it("becomes the main one at once, and reverts when that fails", async () => {
    let refuse = () => {};
    renderWithProviders(<ImageAlbum />, {
      answer: (call) =>
        call.endsWith("/set/main")
          ? new Promise((answer) => (refuse = () => answer(refusal)))
          : listAnswer([imageSample(2), imageSample(1, true)]),
    });
    const placeOfBadge = () => {
      const tile = screen.getByText("Главная").closest("li");
      return [...(tile?.parentElement?.children ?? [])].findIndex((one) => one === tile);
    };
    await choose(1, "Сделать главной");
    await waitFor(() => expect(placeOfBadge()).toBe(0));
    refuse();
    await waitFor(() => expect(placeOfBadge()).toBe(1));
  });
});
