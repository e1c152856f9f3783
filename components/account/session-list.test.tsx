// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { renderForMember } from "#components/testing/account-testing.tsx";
import { SessionList } from "#components/account/session-list.tsx";
import type { AccountSession } from "#lib/account/schema.ts";
import { type AnswerCall, answerCalls, refusal } from "#lib/testing/answer-calls.ts";

const windows = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const iPhone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Safari/604.1";
const created_at = "2026-11-01T08:00:00.000Z";
const here: AccountSession = {
  id: 1,
  user_agent: windows,
  ip: "203.0.113.7",
  created_at,
  last_used_at: "2026-11-21T08:00:00.000Z",
  current: true,
};
const phone = {
  ...here,
  id: 2,
  user_agent: iPhone,
  ip: "198.51.100.9",
  last_used_at: "2026-11-20T08:00:00.000Z",
  current: false,
};

let sessions: AccountSession[];
const answerList = vi.fn<AnswerCall>();
const remove = vi.fn<AnswerCall>();
beforeEach(() => {
  sessions = [here, phone];
  answerList.mockReset().mockImplementation(() => ({ body: { data: sessions } }));
  remove.mockReset().mockImplementation(() => {
    sessions = [here];
    return { body: { message: "Вы вышли" } };
  });
  answerCalls((...call) =>
    call[0] === "GET /profile/setting/sessions" ? answerList(...call) : remove(...call),
  );
});

const rowOf = async (device: string) => {
  const row = (await screen.findByText(device, { exact: false })).closest("li");
  if (!row) throw new Error(`no row of ${device}`);
  return within(row);
};
const enterPassword = async (password = "верный конь") => {
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Текущий пароль"), password);
  await userEvent.click(dialog.getByRole("button", { name: "Выйти" }));
};
const password = { password: "верный конь" };

describe("the list of devices", () => {
  it("names browser, system, place and time, and marks the current device", async () => {
    renderForMember(<SessionList />);
    const other = await rowOf("Safari, iOS");
    expect(other.getByText("IP 198.51.100.9")).toBeVisible();
    expect(other.getByText(/20\.11\.2026, \d\d:\d\d/)).toBeVisible();
    const own = await rowOf("Chrome, Windows");
    expect(own.getByText("Это устройство")).toBeVisible();
    expect(own.queryByRole("button")).not.toBeInTheDocument();
  });

  it("signs one device out with the password", async () => {
    renderForMember(<SessionList />);
    await userEvent.click(await screen.findByRole("button", { name: "Выйти: Safari, iOS" }));
    expect(await screen.findByText(/на устройстве «Safari, iOS»/)).toBeVisible();
    expect(remove).not.toHaveBeenCalled();
    await enterPassword();
    await waitFor(() => expect(screen.queryByText(/Safari, iOS/)).not.toBeInTheDocument());
    expect(remove).toHaveBeenCalledExactlyOnceWith("DELETE /profile/setting/sessions/2", password);
    expect(screen.getByRole("list", { name: "Где вы вошли" })).toHaveFocus();
  });

  it("shows a wrong password on its field, and asks for it anew every time", async () => {
    const errors = { password: ["Неверный пароль"] };
    remove.mockResolvedValueOnce(refusal("invalid", "Проверьте поля", errors));
    renderForMember(<SessionList />);
    const button = await screen.findByRole("button", { name: "Выйти: Safari, iOS" });
    await userEvent.click(button);
    await enterPassword("не тот");
    expect(await screen.findByText("Неверный пароль")).toBeVisible();
    expect(screen.getByLabelText("Текущий пароль")).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Отмена" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await userEvent.click(button);
    expect(await screen.findByLabelText("Текущий пароль")).toHaveValue("");
  });

  it("leaves the device signed in when the member declines", async () => {
    renderForMember(<SessionList />);
    await userEvent.click(await screen.findByRole("button", { name: "Выйти: Safari, iOS" }));
    await userEvent.click(await screen.findByRole("button", { name: "Отмена" }));
    expect(screen.getByRole("button", { name: "Выйти: Safari, iOS" })).toHaveFocus();
    expect(remove).not.toHaveBeenCalled();
  });

  it("signs all other devices out with the password, and offers that only while there are any", async () => {
    renderForMember(<SessionList />);
    const name = "Выйти на всех других устройствах";
    await userEvent.click(await screen.findByRole("button", { name }));
    await enterPassword();
    await waitFor(() => expect(screen.queryByRole("button", { name })).not.toBeInTheDocument());
    expect(remove).toHaveBeenCalledExactlyOnceWith("DELETE /profile/setting/sessions", password);
  });

  it("loses a device with the answer that it is signed out, before the list has been fetched anew", async () => {
    renderForMember(<SessionList />);
    await userEvent.click(await screen.findByRole("button", { name: "Выйти: Safari, iOS" }));
    answerList.mockReturnValue(new Promise(() => {}));
    await enterPassword();
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(screen.queryByText(/Safari, iOS/)).not.toBeInTheDocument();
    expect(screen.getByText(/Chrome, Windows/)).toBeVisible();
  });

  it("shows why it could not be loaded, and retries on request", async () => {
    answerList.mockResolvedValueOnce(refusal("forbidden", "Ничего"));
    renderForMember(<SessionList />);
    expect(await screen.findByRole("alert")).toHaveTextContent("Ничего");
    await userEvent.click(screen.getByRole("button", { name: "Повторить" }));
    expect(await rowOf("Chrome, Windows")).toBeTruthy();
  });
});
