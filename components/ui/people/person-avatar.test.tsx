// @vitest-environment jsdom
import { fireEvent, render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { expect, it } from "vitest";
import { PersonAvatar } from "#components/ui/people/person-avatar.tsx";
import messages from "#messages/ru.json" with { type: "json" };

const thumb_url = "/files/images/00ff/grid.webp";

function showAvatar() {
  const person = { id: 1, fullname: "Каримов Алишер Бахтиёрович", image: { thumb_url } };
  const { container } = render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <PersonAvatar person={person} size={48} />
    </NextIntlClientProvider>,
  );
  return container;
}

it("an avatar loads a picture of its own size and reserves the space before the picture is loaded", () => {
  const image = showAvatar().querySelector("img");
  expect(image).toHaveAttribute("src", "/files/images/00ff/avatar-48.webp");
  expect(image).toHaveAttribute("width", "48");
  expect(image).toHaveAttribute("height", "48");
});

it("an avatar whose picture cannot be shown falls back to the initials", () => {
  const container = showAvatar();
  const image = container.querySelector("img");
  if (!image) throw new Error("no picture");
  fireEvent.error(image);
  expect(container.querySelector("img")).toBeNull();
  expect(container.querySelector("[data-initials]")).toHaveAttribute("data-initials", "АК");
});
