// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Attachments } from "#components/messenger/attachments/attachments.tsx";
import { showInMessenger } from "#components/testing/show-in-messenger.tsx";
import type { Media } from "#lib/files/schema.ts";

const photo: Media = {
  id: 1,
  name: "Двор школы.jpg",
  mime: "image/jpeg",
  kind: "image",
  size: 9_000,
  url: "/files/media/a/file?expires=1&signature=b",
  thumb_url: "/files/media/a/thumb.webp?expires=1&signature=b",
  width: 400,
  height: 300,
  created_at: "2025-11-20T12:00:00.000Z",
};

it("a sent picture that cannot be shown is named with the fault, and can be downloaded", async () => {
  const { container } = showInMessenger(<Attachments files={[photo]} />, () => ({ body: {} }));
  expect(await screen.findByRole("button", { name: /Фото/ })).toBeVisible();
  const image = container.querySelector("img");
  if (!image) throw new Error("no picture");
  fireEvent.error(image);
  const link = await screen.findByRole("link", {
    name: /^Скачать: ?Двор школы.jpg Фото не удалось показать$/,
  });
  expect(link).toHaveAttribute("href", `${photo.url}&download`);
  expect(link).toHaveAttribute("download", photo.name);
});
