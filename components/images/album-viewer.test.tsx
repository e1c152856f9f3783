// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ImageSection } from "#components/images/image-section.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { type AnswerCall, refusal } from "#lib/testing/answer-calls.ts";
import { imageSample, pagesOf } from "#lib/testing/image-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const { pages } = pagesOf(
  Array.from({ length: 12 }, (_, index) => imageSample(20 - index)),
  [imageSample(1)],
);
const nextPage = vi.fn<AnswerCall>();
const pressInViewer = async (name: string) =>
  userEvent.click(await screen.findByRole("button", { name }));

it("a page of photos that failed while they were viewed is tried again with the next photo, and when the viewer is opened again", async () => {
  const failed = refusal("unavailable", "Сервер занят");
  nextPage.mockReturnValueOnce(failed).mockReturnValueOnce(failed);
  nextPage.mockReturnValue({ body: pages[1] });
  renderWithProviders(<ImageSection memberId={null} />, {
    answer: (call) => (call.endsWith("page=2") ? nextPage(call) : { body: pages[0] }),
  });
  const photos = await screen.findAllByRole("button", { name: /^Открыть фотографию/ });
  await userEvent.click(photos[8] ?? document.body);
  await waitFor(() => expect(shownToasts()).toEqual(["Ошибка: Сервер занят"]));
  expect(nextPage).toHaveBeenCalledOnce();
  await pressInViewer(messages.Viewer.next);
  await waitFor(() => expect(nextPage).toHaveBeenCalledTimes(2));
  await pressInViewer(messages.Viewer.close);
  await userEvent.click(photos[8] ?? document.body);
  await waitFor(() => expect(nextPage).toHaveBeenCalledTimes(3));
});
