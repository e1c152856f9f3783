import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { CropGroupImage } from "./crop-group-image.tsx";
import { CropContext, GroupImage } from "#components/messenger/groups/group-image.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.ImageSettings;

/** The browser's decoder, which reads nothing but JPEG. */
class FakeImage {
  naturalWidth = 4;
  naturalHeight = 3;
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  set src(url: string) {
    queueMicrotask(url === "blob:image/jpeg" ? this.onload : this.onerror);
  }
}

beforeEach(() => {
  vi.stubGlobal("Image", FakeImage);
  Object.assign(URL, {
    createObjectURL: ({ type }: File) => `blob:${type}`,
    revokeObjectURL: () => undefined,
  });
});

/** Returns the pictures that the group gets. */
async function choose(type: string) {
  const taken: Blob[] = [];
  renderWithProviders(
    <CropContext value={CropGroupImage}>
      <GroupImage label="Фото группы" onPicture={(picture) => taken.push(picture)} />
    </CropContext>,
  );
  const file = new File(["a"], "класс", { type });
  await userEvent.upload(screen.getByLabelText("Фото группы", { selector: "input" }), file);
  return { file, taken };
}

it("a photo for a group that can be read is offered for cropping", async () => {
  await choose("image/jpeg");
  expect(await screen.findByRole("dialog", { name: t.cropTitle })).toBeVisible();
});

it("a photo for a group that nobody can read is refused by its name, without a dialog", async () => {
  const { taken } = await choose("image/png");
  const reason = t.unreadableFiles.replace("{names}", "класс");
  await waitFor(() => expect(shownToasts()).toEqual([expect.stringContaining(reason)]));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(taken).toEqual([]);
});

it("a photo for a group that the server alone can read is sent whole", async () => {
  const { file, taken } = await choose("image/avif");
  await waitFor(() => expect(taken).toEqual([file]));
  expect(screen.queryByRole("dialog")).toBeNull();
});
