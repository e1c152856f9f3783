// @vitest-environment jsdom
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ResendButton } from "#components/auth/confirmation/resend-button.tsx";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { type AnswerCall, noNetwork, refusal } from "#lib/testing/answer-calls.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const answerResend = vi.fn<AnswerCall>();
const show = (id = memberSample.id) =>
  renderWithProviders(<ResendButton />, {
    surface: "site",
    member: { ...memberSample, id, verified: false },
    answer: answerResend,
  });
const button = () => screen.findByRole("button", { name: /^Отправить ещё раз/ });
const sent = (wait_s: number) => ({
  body: { message: "Ссылка повторно отправлена", data: { wait_s } },
});

beforeEach(() => {
  sessionStorage.clear();
  answerResend.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the button that sends the confirmation link again", () => {
  it("keeps the focus while the link is being sent", async () => {
    let answer = () => {};
    answerResend.mockReturnValue(new Promise((resolve) => (answer = () => resolve(sent(0)))));
    show();
    await userEvent.click(await button());
    await waitFor(async () => expect(await button()).toHaveAttribute("aria-busy", "true"));
    expect(await button()).toBeEnabled();
    expect(await button()).toHaveFocus();
    await waitFor(() => expect(answerResend).toHaveBeenCalledOnce());
    answer();
    await waitFor(() => expect(shownToasts()).toEqual(["Успешно: Ссылка повторно отправлена"]));
    expect(await button()).toHaveAttribute("aria-busy", "false");
  });

  it("counts down until another link can be requested, and requests none before", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const text = "Слишком много попыток. Попробуйте позже";
    const refused = { ...refusal("too_many_requests", text), headers: { "Retry-After": "61" } };
    answerResend.mockResolvedValueOnce(refused).mockResolvedValue(sent(0));
    show();
    const press = async () =>
      userEvent.click(await button(), { advanceTimers: vi.advanceTimersByTime });
    await press();
    await waitFor(async () =>
      expect(await button()).toHaveTextContent(/^Отправить ещё раз через 1:0[01]$/),
    );
    await waitFor(() => expect(shownToasts()).toEqual([`Ошибка: ${text}`]));
    expect(await button()).toHaveAttribute("aria-disabled", "true");
    await press();
    expect(answerResend).toHaveBeenCalledOnce();
    await act(() => vi.advanceTimersByTimeAsync(62_000));
    expect(await button()).toHaveTextContent(/^Отправить ещё раз$/);
    await press();
    expect(answerResend).toHaveBeenCalledTimes(2);
  });

  it("says why a link could not be requested", async () => {
    answerResend.mockRejectedValueOnce(noNetwork);
    show();
    await userEvent.click(await button());
    await waitFor(() => expect(shownToasts()).toEqual([`Ошибка: ${messages.Problem.offline}`]));
  });

  it("counts down after the last link of the hour without a refusal", async () => {
    answerResend.mockResolvedValueOnce(sent(3599));
    show();
    await userEvent.click(await button());
    await waitFor(async () => expect(await button()).toHaveTextContent(/через 59:5\d$/));
    await waitFor(() => expect(shownToasts()).toEqual(["Успешно: Ссылка повторно отправлена"]));
  });

  it("goes on counting down after a reload, for the same member alone", async () => {
    answerResend.mockResolvedValueOnce(sent(3599));
    const first = show();
    await userEvent.click(await button());
    await waitFor(async () => expect(await button()).toHaveTextContent(/через 59:5\d$/));
    first.unmount();
    const reloaded = show();
    await waitFor(async () => expect(await button()).toHaveTextContent(/через 59:\d\d$/));
    reloaded.unmount();
    show(memberSample.id + 1);
    await userEvent.click(await button());
    expect(answerResend).toHaveBeenCalledTimes(2);
  });
});
