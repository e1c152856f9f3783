// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { ReportDialog } from "#components/reports/report-dialog.tsx";
import { showSuccess } from "#components/ui/toasts/toasts.ts";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import messages from "#messages/ru.json" with { type: "json" };

vi.mock("#components/ui/toasts/toasts.ts");

const madina = { id: 7, fullname: "Юсупова Мадина Рустамовна" };
let post: MockInstance;
const onSent = vi.fn<(alsoBlock: boolean) => void>();
const onClose = vi.fn<() => void>();

beforeEach(() => {
  vi.clearAllMocks();
  post = vi.spyOn(api, "post").mockResolvedValue({ message: "Спасибо" });
  render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <ReportDialog person={madina} opened onClose={onClose} onSent={onSent} />
        </QueryClientProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  );
});

const details = () => screen.getByRole("textbox", { name: "Подробности (необязательно)" });
const send = () => userEvent.click(screen.getByRole("button", { name: "Отправить жалобу" }));
const choose = (reason: string) => userEvent.click(screen.getByRole("radio", { name: reason }));

describe("a report", () => {
  it("is sent with its reason and its words, and thanked for", async () => {
    await choose("Спам или реклама");
    await userEvent.type(details(), " Продаёт дипломы ");
    await send();
    expect(post).toHaveBeenCalledExactlyOnceWith("/api/ru/reports", expect.anything(), {
      user_id: 7,
      reason: "spam",
      text: "Продаёт дипломы",
    });
    expect(showSuccess).toHaveBeenCalledWith("Успешно", "Спасибо");
    expect(onSent).toHaveBeenCalledExactlyOnceWith(false);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("needs no words, and can block the member as well", async () => {
    await choose("Другое");
    await userEvent.click(
      screen.getByRole("checkbox", { name: "Также заблокировать этого участника" }),
    );
    await send();
    expect(onSent).toHaveBeenCalledExactlyOnceWith(true);
  });

  it("needs a reason: the first of them gets the focus", async () => {
    await send();
    expect(screen.getByRole("radiogroup", { name: "Что случилось" })).toHaveAccessibleDescription(
      "Обязательное поле",
    );
    expect(screen.getByRole("radio", { name: "Спам или реклама" })).toHaveFocus();
    expect(post).not.toHaveBeenCalled();
  });

  it("counts its words, and takes no more than a thousand characters", async () => {
    await choose("Другое");
    fireEvent.change(details(), { target: { value: "ж".repeat(1001) } });
    expect(screen.getByText(/^1\s001 \/ 1\s000$/)).toBeVisible();
    await send();
    expect(details()).toHaveAccessibleDescription("Максимум 1000 символов");
    expect(post).not.toHaveBeenCalled();
  });

  it("that failed is still there, with what the server says", async () => {
    post.mockRejectedValueOnce(
      new ApiFailure("Проверьте поля", { status: 422, errors: { text: ["Слишком длинно"] } }),
    );
    await choose("Другое");
    await userEvent.type(details(), "Не сдаюсь");
    await send();
    expect(details()).toHaveAccessibleDescription("Слишком длинно");
    expect(details()).toHaveValue("Не сдаюсь");
    post.mockRejectedValueOnce(new ApiFailure("Нет связи", { status: false }));
    await send();
    expect(await screen.findByRole("alert")).toHaveTextContent("Нет связи");
    expect(details()).toHaveValue("Не сдаюсь");
    expect(screen.getByRole("radio", { name: "Другое" })).toBeChecked();
    expect(onClose).not.toHaveBeenCalled();
  });
});
