// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderForMember } from "#components/testing/account-testing.tsx";
import { DataExport } from "#components/account/data-export.tsx";
import {
  type AnswerCall,
  answerCalls,
  refusal,
  type SentRequest,
} from "#lib/testing/answer-calls.ts";

const megabyte = 1024 * 1024;
const answerExport = vi.fn<AnswerCall>();
let requests: SentRequest[];
let saved: { name: string; size: number }[];

beforeEach(() => {
  saved = [];
  answerExport.mockReset();
  requests = answerCalls(answerExport);
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

/** An answer whose chunks are sent when the test says so. */
function archive(headers: Record<string, string> = {}) {
  const pieces = new TransformStream<Uint8Array, Uint8Array>();
  const writer = pieces.writable.getWriter();
  return { answer: new Response(pieces.readable, { headers }), writer };
}

const ask = (name = "Скачать архив") => userEvent.click(screen.getByRole("button", { name }));
/** Enters the password in the dialog. */
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
  it("shows how much has arrived, then saves it under the server's name", async () => {
    const { answer, writer } = archive({
      "content-disposition": 'attachment; filename="kampus-2026-11-21.zip"',
    });
    answerExport.mockResolvedValue(answer);
    renderForMember(<DataExport />);
    await start();
    expect(await bar()).toHaveAttribute("aria-valuetext", "Готовим архив…");
    expect(answerExport).toHaveBeenCalledExactlyOnceWith("POST /profile/setting/export", {
      password: "верный конь",
    });
    void writer.write(new Uint8Array(1.5 * megabyte));
    expect(await screen.findByText("Получено 1,5 MB")).toBeVisible();
    void writer.close();
    expect(await screen.findByText("Архив скачан: 1,5 MB")).toBeVisible();
    expect(saved).toEqual([{ name: "kampus-2026-11-21.zip", size: 1.5 * megabyte }]);
  });

  it("shows the percentage where the size is known", async () => {
    const { answer, writer } = archive({ "content-length": String(4 * megabyte) });
    answerExport.mockResolvedValue(answer);
    renderForMember(<DataExport />);
    await start();
    void writer.write(new Uint8Array(megabyte));
    expect(await screen.findByText("Получено 1 MB из 4 MB, 25 %")).toBeVisible();
    expect(await bar()).toHaveAttribute("aria-valuenow", "25");
  });

  it("is cancelled on request, and nothing is saved", async () => {
    const { answer, writer } = archive();
    answerExport.mockResolvedValue(answer);
    renderForMember(<DataExport />);
    await start();
    await bar();
    expect(screen.getByRole("button", { name: "Отменить" })).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Отменить" }));
    expect(await screen.findByRole("button", { name: "Скачать архив" })).toBeVisible();
    expect(requests[0]?.signal?.aborted).toBe(true);
    await writer.close().catch(() => null);
    expect(saved).toEqual([]);
  });

  it("does not begin with a wrong password, which is reported on its field", async () => {
    const errors = { password: ["Неверный пароль"] };
    answerExport.mockResolvedValueOnce(refusal("invalid", "Проверьте поля", errors));
    renderForMember(<DataExport />);
    await start();
    expect(await screen.findByText("Неверный пароль")).toBeVisible();
    expect(screen.getByLabelText("Текущий пароль")).toHaveFocus();
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  });

  it("shows in the dialog why it was refused, and can be retried", async () => {
    answerExport.mockResolvedValueOnce(refusal("too_many_requests", "Слишком часто"));
    renderForMember(<DataExport />);
    await start();
    expect(await screen.findByRole("alert")).toHaveTextContent("Слишком часто");
    answerExport.mockResolvedValue(new Response("zip"));
    const dialog = within(screen.getByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Скачать архив" }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("fails when the connection is cut halfway, saves no part, and can be retried", async () => {
    const { answer, writer } = archive();
    answerExport.mockResolvedValue(answer);
    renderForMember(<DataExport />);
    await start();
    void writer.write(new Uint8Array(megabyte));
    await screen.findByText("Получено 1 MB");
    await writer.abort(new TypeError("network error"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Нет связи с сервером");
    expect(saved).toEqual([]);
    answerExport.mockResolvedValue(new Response("zip"));
    await ask("Повторить");
    await enterPassword();
    await waitFor(() => expect(saved).toHaveLength(1));
  });
});
