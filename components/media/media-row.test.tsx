// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { MediaRow } from "#components/media/media-row.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { mediaSample } from "#lib/testing/media-samples.ts";
import type { Media } from "#lib/files/schema.ts";

const show = (file: Partial<Media>) =>
  renderWithProviders(<MediaRow file={{ ...mediaSample, ...file }} onOpen={() => null} />);

describe("the row of a file", () => {
  it.each([
    ["Очень длинное имя.docx", ".docx"],
    ["архив.tar.gz", ".gz"],
  ])(
    "keeps the extension of %s apart from what may be cut, and the whole in its title",
    (...of) => {
      const [name, extension] = of;
      show({ name });
      expect(screen.getByText(extension)).toBeVisible();
      expect(screen.getByTitle(name)).toHaveTextContent(name);
    },
  );

  it.each([".gitignore", "Без расширения", "т. 5 и другие"])("cuts nothing off %s", (name) => {
    show({ name });
    expect(screen.getByText(name)).toBeVisible();
  });

  it("scrolls to the video that was opened", async () => {
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    show({ kind: "video", name: "Защита.mp4" });
    await userEvent.click(screen.getByRole("button", { name: "Воспроизвести: Защита.mp4" }));
    expect(scrolled.mock.contexts).toEqual([screen.getByLabelText("Защита.mp4")]);
  });
});
