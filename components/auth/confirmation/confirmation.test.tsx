// @vitest-environment jsdom
import { focusManager, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Confirmation } from "#components/auth/confirmation/confirmation.tsx";
import { enter, signedInMember } from "#components/testing/form-testing.tsx";
import { Verification } from "#components/auth/confirmation/verification.tsx";
import { shownToasts } from "#components/testing/render.tsx";
import { ToasterOnDemand } from "#components/ui/toasts/toaster-on-demand.tsx";
import {
  type AnswerCall,
  answerCalls,
  noNetwork,
  refusal,
  type SentRequest,
} from "#lib/testing/answer-calls.ts";
import type { ErrorCode } from "#lib/api/errors.ts";
import { AuthProvider } from "#lib/auth/auth-context.tsx";
import { storeAwaitedAddress, takeValues } from "#lib/auth/carried-values.ts";
import { runtimeConfigGlobal } from "#lib/config/schema.ts";
import { storeIntent } from "#lib/auth/intent.ts";
import { clearToken, readIntent, writeIntent, writeToken } from "#lib/browser/cookies.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { routes } from "#lib/routes.ts";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";
import type { Surface } from "#lib/site/surfaces.ts";
import messages from "#messages/ru.json" with { type: "json" };

const { user } = signedInMember;
let shown = user;
const answerCorrection = vi.fn<AnswerCall>();
const answer = vi.fn<AnswerCall>(); // to every other request
let requests: SentRequest[];

beforeEach(() => {
  window[runtimeConfigGlobal] = {
    rootDomain: "kampus.localhost",
    scheme: "http",
    port: "",
    accountDomains: ["kampus.example", "talim.example"],
    brand: "Kampus",
  };
  shown = user;
  window.history.replaceState(null, "", "/ru/confirmation/link-token");
  localStorage.clear();
  sessionStorage.clear();
  answer.mockReset();
  answerCorrection.mockReset();
  requests = answerCalls((...call) => {
    if (call[0] === "GET /user") return { body: { data: shown } };
    return call[0] === "PUT /email" ? answerCorrection(...call) : answer(...call);
  });
});
afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
  clearToken();
  writeIntent(null);
});

interface ShowOptions {
  signedIn?: boolean;
  surface?: Surface;
}

/** jsdom loads no page: links to pages of the profile are tested on that surface, where the router follows them. */
const onProfile: ShowOptions = { surface: "profile" };

function show(
  screenShown: React.ReactNode,
  { signedIn = true, surface = "site" }: ShowOptions = {},
) {
  steps = window.history.length;
  if (signedIn) writeToken(signedInMember.token);
  else clearToken();
  return render(
    <NextIntlClientProvider locale="ru" messages={messages}>
      <QueryClientProvider client={createQueryClient()}>
        <AuthProvider>
          <SurfaceProvider surface={surface}>
            {screenShown}
            <ToasterOnDemand />
          </SurfaceProvider>
        </AuthProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
}

const timesAsked = (call: string) => requests.filter((sent) => sent.call === call).length;
/** How many history entries each navigation added; 0 when it replaced the page. */
let steps: number;
const here = () => ({ path: window.location.pathname, steps: window.history.length - steps });
const stayed = { path: "/ru/confirmation/link-token", steps: 0 };
const replacedBy = (path: string) => ({ path, steps: 0 });

describe("the confirmation screen", () => {
  it("continues by itself when the address is confirmed elsewhere, and asks less and less often", async () => {
    vi.useFakeTimers();
    show(<Confirmation />, onProfile);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    const inFirstMinute = timesAsked("GET /user");
    expect(inFirstMinute).toBeGreaterThan(5);
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
    expect(timesAsked("GET /user") - inFirstMinute).toBeLessThanOrEqual(21);
    expect(here()).toEqual(stayed);
    shown = { ...user, verified: true };
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(here()).toEqual(replacedBy("/ru/welcome"));
  });

  it("asks nothing while its tab is hidden, and at once when the member returns", async () => {
    vi.useFakeTimers();
    show(<Confirmation />, onProfile);
    await act(() => vi.advanceTimersByTimeAsync(100));
    focusManager.setFocused(false);
    const before = timesAsked("GET /user");
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
    expect(timesAsked("GET /user")).toBe(before);
    shown = { ...user, verified: true };
    focusManager.setFocused(true);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(here()).toEqual(replacedBy("/ru/welcome"));
  });

  it("leads a member who was confirmed before to their profile, not to the welcome pages again", async () => {
    shown = { ...user, verified: true };
    show(<Confirmation />, onProfile);
    await waitFor(() => expect(here()).toEqual(replacedBy("/ru")));
  });

  it("leads to the mails of the new address where the deployment shows them, and nowhere else", async () => {
    const { unmount } = show(<Confirmation />);
    expect(await screen.findByText(user.email)).toBeVisible();
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
    unmount();
    Object.assign(window[runtimeConfigGlobal] ?? {}, { mailbox: true });
    show(<Confirmation />);
    const mailbox = `http://mail.kampus.localhost/?to=${encodeURIComponent(user.email)}`;
    expect(await screen.findByRole("link")).toHaveAttribute("href", mailbox);
  });

  it.each([
    ["kampus.example", { body: { message: "Адрес свободен" } }],
    // Nobody signs up there, so the server says nothing of its addresses.
    ["talim.example", refusal("invalid", "Проверьте поля", { email: ["Невалидный адрес"] })],
  ])("replaces a mistyped address by another one on its own domain: %s", async (domain, asked) => {
    shown = { ...user, email: `alisher@${domain}` };
    const corrected = { ...user, email: `alisher.k@${domain}` };
    answer.mockResolvedValue(asked);
    answerCorrection.mockImplementation(() => {
      shown = corrected;
      return { body: { message: "Адрес исправлен", data: corrected } };
    });
    show(<Confirmation />);
    await userEvent.click(await screen.findByRole("button", { name: "Исправить" }));
    const field = await screen.findByLabelText("Адрес почты");
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue("alisher");
    await userEvent.clear(field);
    await enter(userEvent.setup(), { "Адрес почты": "alisher.k", Пароль: "secret" });
    await userEvent.click(screen.getByRole("button", { name: "Сохранить и отправить ссылку" }));
    expect(await screen.findByText(corrected.email)).toBeVisible();
    expect(answerCorrection).toHaveBeenCalledExactlyOnceWith("PUT /email", {
      email: corrected.email,
      password: "secret",
    });
    await waitFor(() => expect(shownToasts()).toEqual(["Успешно: Адрес исправлен"]));
    expect(screen.getByRole("heading", { name: "Подтвердите почту" })).toBeVisible();
  });
});

describe("the mailed link on a device without a session", () => {
  const login = () => screen.findByRole("link", { name: "Войти" });

  it("says that the address is confirmed, and leads to the login with the address that this browser waited for", async () => {
    storeAwaitedAddress("alisher@talim.example");
    answer.mockResolvedValue({ body: { message: "Адрес почты подтверждён" } });
    show(<Verification />, { signedIn: false });
    expect(await screen.findByRole("heading", { name: "Почта подтверждена" })).toBeVisible();
    const link = await login();
    expect(link).toHaveAttribute("href", `/ru${routes.login(routes.welcome()).path}`);
    expect(here()).toEqual(stayed);
    await userEvent.click(link);
    expect(takeValues("login", "ru")).toEqual({ login: "alisher" });
    expect(takeValues("account-domain", "ru")).toEqual({ chosen: "talim.example" });
    expect(here()).toEqual({ path: "/ru/login", steps: 1 });
    expect(readIntent(), "so that the login leads to the welcome").toBe(
      routes.login(routes.welcome()).path.split("?")[1],
    );
  });

  it("tells whoever did not sign up, and has no session, to set a password of their own", async () => {
    answer.mockResolvedValue({ body: { message: "Адрес почты подтверждён" } });
    show(<Verification />, { signedIn: false });
    const link = { name: "Задать свой пароль" };
    expect(await screen.findByRole("link", link)).toHaveAttribute("href", "/ru/recovery");
    expect(screen.getByText(/^Регистрировались не вы\?/)).toBeVisible();
  });

  it.each<[ErrorCode, string, string]>([
    ["link_used", "Адрес уже подтверждён", "Эту ссылку уже открывали"],
    ["link_expired", "Срок ссылки истёк", "Ссылка действует 24 часа"],
    ["invalid", "Не получилось подтвердить почту", "Ссылка недействительна"],
  ])("says why it confirms nothing (%s), and leads to the login", async (code, title, message) => {
    answer.mockResolvedValue(refusal(code, message));
    show(<Verification />, { signedIn: false });
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    await userEvent.click(await login());
    expect(takeValues("login", "ru")).toEqual({});
    expect(readIntent(), "who was confirmed before has been welcomed").toBe("");
  });
});

describe("the mailed link where a confirmed member is signed in", () => {
  const confirmed = () => screen.findByRole("heading", { name: "Почта подтверждена" });
  const failed = () => screen.findByRole("heading", { name: "Не получилось подтвердить почту" });
  beforeEach(() => {
    shown = { ...user, verified: true };
  });

  it("says that the address is confirmed when it is their own, which was used", async () => {
    answer.mockResolvedValue(refusal("link_used", "Эту ссылку уже открывали"));
    show(<Verification />);
    expect(await confirmed()).toBeVisible();
    expect(screen.getByRole("link", { name: "Перейти в профиль" })).toHaveAttribute(
      "href",
      expect.stringMatching(/\/ru$/),
    );
  });

  it("says why another one confirms nothing, and offers no further link", async () => {
    answer.mockResolvedValue(refusal("invalid", "Ссылка недействительна"));
    show(<Verification />);
    expect(await failed()).toBeVisible();
    expect(screen.getByText("Ссылка недействительна")).toBeVisible();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it.each([
    ["was unreachable", () => Promise.reject(noNetwork)],
    ["was answered for by a proxy", async () => ({ body: "<html>" })],
  ])("can be tried again when the server %s", async (_how, failing) => {
    answer.mockImplementationOnce(failing);
    answer.mockResolvedValue({ body: { message: "Адрес почты подтверждён" } });
    show(<Verification />);
    expect(await failed()).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Попробовать ещё раз" }));
    expect(await confirmed()).toBeVisible();
  });

  it("of another account leads them nowhere and leaves their intent", async () => {
    storeIntent(routes.institution(7));
    const intent = readIntent();
    answer.mockResolvedValue({ body: { message: "Адрес почты подтверждён" } });
    show(<Verification />, onProfile);
    expect(await confirmed()).toBeVisible();
    expect([here(), readIntent()]).toEqual([stayed, intent]);
  });
});

describe("the page that a visitor wanted before the sign-up", () => {
  const institution = routes.institution(7);
  const confirm = () => {
    shown = { ...user, verified: true };
    return { body: { message: "Адрес почты подтверждён" } };
  };
  /** The link confirms the member, who was not confirmed before. */
  const verify = () => answer.mockImplementation(confirm);

  it("is opened by the mailed link, once", async () => {
    storeIntent(institution);
    verify();
    show(<Verification />, onProfile);
    await waitFor(() => expect(here()).toEqual(replacedBy("/ru/objects/7")));
    expect(readIntent()).toBe("");
  });

  it("is opened by the waiting page, although another tab has opened it before", async () => {
    vi.useFakeTimers();
    storeIntent(institution);
    show(<Confirmation />, onProfile);
    await act(() => vi.advanceTimersByTimeAsync(100));
    storeIntent(null);
    confirm();
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(here()).toEqual(replacedBy("/ru/objects/7"));
  });

  it("is handed to the login where nobody is signed in when the mailed link is opened", async () => {
    storeIntent(institution);
    verify();
    show(<Verification />, { signedIn: false });
    const login = await screen.findByRole("link", { name: "Войти" });
    expect(login).toHaveAttribute("href", `/ru${routes.login(institution).path}`);
  });

  it("is forgotten at sign-out", async () => {
    storeIntent(institution);
    answer.mockResolvedValue({ body: { message: "Вы вышли" } });
    show(<Confirmation />);
    await userEvent.click(await screen.findByRole("button", { name: "Войти в другой аккаунт" }));
    await waitFor(() => expect(here()).toEqual(replacedBy("/ru/login")));
    expect(readIntent()).toBe("");
  });

  it.each([
    "subdomain=evil.com&path=/",
    "subdomain=profile&path=//evil.com",
    "subdomain=profile&path=https://evil.com",
    "subdomain=site&path=/login",
    "x".repeat(600),
  ])("is where newcomers are welcomed when the cookie says %j", async (written) => {
    writeIntent(written);
    verify();
    show(<Verification />, onProfile);
    await waitFor(() => expect(here()).toEqual(replacedBy("/ru/welcome")));
  });

  it("is not stored when it is too long for a cookie", () => {
    storeIntent(routes.findPeople({ q: "я".repeat(200) }));
    expect(readIntent()).toBe("");
  });
});
