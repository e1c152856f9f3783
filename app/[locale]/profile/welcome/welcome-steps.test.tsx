// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { InviteOthers } from "./invite-others.tsx";
import { WelcomeSteps } from "./welcome-steps.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
import { refusal } from "#lib/testing/answer-calls.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const show = (suggestions: object[]) =>
  renderWithProviders(
    <MemberProvider member={memberSample}>
      <WelcomeSteps />
    </MemberProvider>,
    {
      answer: (call) =>
        call === "GET /users/suggestions"
          ? { body: { data: suggestions } }
          : call.includes("images")
            ? {
                body: { data: [], meta: { current_page: 1, per_page: 12, last_page: 1, total: 0 } },
              }
            : { body: { data: [], meta: { next: null } } },
    },
  );
const skip = async () => userEvent.click(await screen.findByRole("button", { name: "Пропустить" }));

it("a new member may skip every step, sees their classmates, and goes on to the home page", async () => {
  const name = "Юсупова Мадина Рустамовна";
  show([
    {
      ...{ id: 7, fullname: name, image: null, online: false, last_seen_at: null, status: "none" },
      reasons: [
        { kind: "classmate", object: { id: 5, name: "Школа № 110" }, start: 2004, end: 2014 },
      ],
    },
  ]);
  expect(await screen.findByRole("heading", { level: 1, name: "Место учёбы" })).toBeVisible();
  expect(screen.getByText("Шаг 1 из 3")).toBeVisible();
  await skip();
  expect(await screen.findByRole("heading", { level: 1, name: "Добавьте фото" })).toHaveFocus();
  await skip();
  expect(
    await screen.findByRole("heading", { level: 1, name: "Вот с кем вы учились" }),
  ).toHaveFocus();
  expect(await screen.findByRole("button", { name: `Добавить в друзья: ${name}` })).toBeVisible();
  expect(screen.getByRole("link", { name: "Готово" })).toHaveAttribute(
    "href",
    "http://site.kampus.localhost/ru",
  );
});

it("a new member who has chosen photos is asked before they go on without them", async () => {
  class ReadableImage {
    naturalWidth = 4;
    naturalHeight = 3;
    onload: () => void = () => undefined;
    set src(_url: string) {
      queueMicrotask(this.onload);
    }
  }
  vi.stubGlobal("Image", ReadableImage);
  Object.assign(URL, { createObjectURL: () => "blob:photo", revokeObjectURL: () => undefined });
  show([]);
  await skip();
  const files = ["wide.jpg", "tall.jpg"].map(
    (name) => new File(["a"], name, { type: "image/jpeg" }),
  );
  await userEvent.upload(
    await screen.findByLabelText("Выбрать файлы", { selector: "input" }),
    files,
  );
  await screen.findByRole("list", { name: "Выбрано 2 фотографии" });
  await skip();
  const question = within(await screen.findByRole("dialog", { name: /Продолжить без них/ }));
  await userEvent.click(question.getByRole("button", { name: "Отмена" }));
  expect(screen.getByRole("list", { name: "Выбрано 2 фотографии" })).toBeVisible();
  await skip();
  await userEvent.click(await screen.findByRole("button", { name: "Ок" }));
  expect(
    await screen.findByRole("heading", { level: 1, name: "Вот с кем вы учились" }),
  ).toBeVisible();
});

it("a new member is asked before they go on without a photo that is still being examined", async () => {
  class NeverReadImage {
    src = "";
  }
  vi.stubGlobal("Image", NeverReadImage);
  Object.assign(URL, { createObjectURL: () => "blob:photo", revokeObjectURL: () => undefined });
  show([]);
  await skip();
  await userEvent.upload(
    await screen.findByLabelText("Выбрать файлы", { selector: "input" }),
    new File(["a"], "large.jpg", { type: "image/jpeg" }),
  );
  await skip();
  expect(await screen.findByRole("dialog", { name: /Продолжить без них/ })).toBeVisible();
});

it("a new member whose school was not found before they signed up finds its name typed, and the way to add it", async () => {
  window.history.replaceState(null, "", `/ru/welcome?${new URLSearchParams({ q: "школа 999" })}`);
  show([]);
  const field = await screen.findByLabelText("Где вы учились?", { selector: "input" });
  expect(field).toHaveValue("школа 999");
  await userEvent.click(field);
  expect(await screen.findByRole("option", { name: "Добавить школу № 999" })).toBeVisible();
  window.history.replaceState(null, "", "/ru/welcome");
});

it("a new member whose classmates have no accounts yet is told that they are the first", async () => {
  show([]);
  await skip();
  await skip();
  expect(await screen.findByText(/Пока здесь нет никого из вашего класса/)).toBeVisible();
});

it("a new member may invite others to Kampus although it is not known whether their class is complete", async () => {
  renderWithProviders(<InviteOthers />, {
    member: memberSample,
    answer: () => refusal("unavailable", "Служба недоступна"),
  });
  expect(await screen.findByRole("button", { name: messages.Welcome.invite })).toBeVisible();
});

it("toasts stand below the heading of each step while the welcome is shown, and where they were afterwards", async () => {
  const bottom = vi.spyOn(HTMLHeadingElement.prototype, "getBoundingClientRect");
  bottom.mockReturnValue(new DOMRect(0, 140, 300, 30));
  const toastsBelow = () =>
    document.documentElement.style.getPropertyValue("--kampus-toasts-below");
  const { unmount } = show([]);
  await screen.findByRole("heading", { level: 1 });
  expect(toastsBelow()).toBe("178px");
  bottom.mockReturnValue(new DOMRect(0, 120, 300, 30));
  await skip();
  expect(toastsBelow()).toBe("158px");
  unmount();
  expect(toastsBelow()).toBe("");
});
