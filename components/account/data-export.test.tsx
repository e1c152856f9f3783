// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { renderForMember } from "#components/account/account-testing.tsx";
import { DataExport } from "#components/account/data-export.tsx";
import { api, ApiFailure } from "#lib/api/api-client.ts";

const megabyte = 1024 * 1024;
let open: MockInstance<typeof api.open>;
let saved: { name: string; size: number }[];

beforeEach(() => {
  saved = [];
  open = vi.spyOn(api, "open");
  let size = 0;
  Object.assign(URL, {
    createObjectURL: (content: Blob) => {
      size = content.size;
      return "blob:archive";
    },
    revokeObjectURL: vi.fn(),
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, size });
  });
});

/** An answer whose pieces come when the test says so. */
function archive(headers: Record<string, string> = {}) {
  const pieces = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pieces.writable.getWriter();
  return { answer: new Response(pieces.readable, { headers }), writer };
}

const ask = (name = "Скачать архив") => userEvent.click(screen.getByRole("button", { name }));
/** In the dialog. */
const enterPassword = async () => {
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Текущий пароль"), "верный конь");
  await userEvent.click(dialog.getByRole("button", { name: "Скачать архив" }));
};
const start = async () => {
  await ask();
  await enterPassword();
};
const bar = () => screen.findByRole("progressbar", { name: "Скачивание архива" });

describe("the copy of the data", () => {
  it("tells how much has come, then saves it under the server's name", async () => {
    const { answer, writer } = archive({
      "content-disposition": 'attachment; filename="kampus-2026-11-21.zip"',
    });
    open.mockResolvedValue(answer);
    renderForMember(<DataExport />);
    await start();
    expect(await bar()).toHaveAttribute("aria-valuetext", "Готовим архив…");
    const [path, input] = open.mock.calls[0] ?? [];
    expect([path, input]).toEqual(["/api/ru/profile/setting/export", { password: "верный конь" }]);
    void writer.write(new Uint8Array(1.5 * megabyte));
    expect(await screen.findByText("Получено 1,5 MB")).toBeVisible();
    void writer.close();
    expect(await screen.findByText("Архив скачан: 1,5 MB")).toBeVisible();
    expect(saved).toEqual([{ name: "kampus-2026-11-21.zip", size: 1.5 * megabyte }]);
  });

  it("tells the percents where the whole is known", async () => {
    const { answer, writer } = archive({ "content-length": String(4 * megabyte) });
    open.mockResolvedValue(answer);
    renderForMember(<DataExport />);
    await start();
    void writer.write(new Uint8Array(megabyte));
    expect(await screen.findByText("Получено 1 MB из 4 MB, 25 %")).toBeVisible();
    expect(await bar()).toHaveAttribute("aria-valuenow", "25");
  });

  it("is given up when asked to, and nothing is saved", async () => {
    const { answer, writer } = archive();
    open.mockResolvedValue(answer);
    renderForMember(<DataExport />);
    await start();
    await bar();
    expect(screen.getByRole("button", { name: "Отменить" })).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Отменить" }));
    expect(await screen.findByRole("button", { name: "Скачать архив" })).toBeVisible();
    expect(open.mock.calls[0]?.[2]?.signal?.aborted).toBe(true);
    await writer.close().catch(() => null);
    expect(saved).toEqual([]);
  });

  it("is not begun with a wrong password: that is said on its field", async () => {
    const errors = { password: ["Неверный пароль"] };
    open.mockRejectedValueOnce(new ApiFailure("Проверьте поля", { status: 422, errors }));
    renderForMember(<DataExport />);
    await start();
    expect(await screen.findByText("Неверный пароль")).toBeVisible();
    expect(screen.getByLabelText("Текущий пароль")).toHaveFocus();
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  });

  it("says in the dialog why it was refused, and can be tried again", async () => {
    open.mockRejectedValueOnce(new ApiFailure("Слишком часто", { status: 429 }));
    renderForMember(<DataExport />);
    await start();
    expect(await screen.findByRole("alert")).toHaveTextContent("Слишком часто");
    open.mockResolvedValue(new Response("zip"));
    const dialog = within(screen.getByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Скачать архив" }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("counts a connection that is cut in the middle as a failure, and saves no half", async () => {
    const { answer, writer } = archive();
    open.mockResolvedValue(answer);
    renderForMember(<DataExport />);
    await start();
    void writer.write(new Uint8Array(megabyte));
    await screen.findByText("Получено 1 MB");
    await writer.abort(new TypeError("network error"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Нет связи с сервером");
    expect(saved).toEqual([]);
    open.mockResolvedValue(new Response("zip"));
    await ask("Повторить");
    await enterPassword();
    await waitFor(() => expect(saved).toHaveLength(1));
  });
});
