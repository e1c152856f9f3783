// @vitest-environment jsdom
import { focusManager, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Confirmation } from "#components/auth/confirmation/confirmation.tsx";
import { enter, signedInMember } from "#components/auth/form-testing.tsx";
import { Verification } from "#components/auth/confirmation/verification.tsx";
import { showFailure, showSuccess } from "#components/ui/toasts/toasts.ts";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { AuthProvider } from "#lib/auth/auth-context.tsx";
import { storeAwaitedAddress, takeValues } from "#lib/auth/carried-values.ts";
import { runtimeConfigGlobal } from "#lib/config/schema.ts";
import { storeIntent } from "#lib/auth/intent.ts";
import { clearToken, readIntent, writeIntent, writeToken } from "#lib/browser/cookies.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { routes } from "#lib/routes.ts";
import messages from "#messages/ru.json" with { type: "json" };

vi.mock("#components/ui/toasts/toasts.ts");
const goTo = vi.hoisted(() => vi.fn());
vi.mock("#components/ui/controls/route-link.tsx", () => ({
  RouteLink: ({ route, ...anchor }: React.ComponentProps<"a"> & { route: { path: string } }) => (
    <a {...anchor} href={route.path}>
      {anchor.children}
    </a>
  ),
  useGoTo: () => goTo,
}));
vi.mock("#lib/i18n/navigation.ts", () => ({ usePathname: () => "/confirmation/link-token" }));

const { user } = signedInMember;
let shown = user;
const get = vi.fn<(path: string) => Promise<unknown>>();
const put = vi.fn<(path: string, schema: unknown, body: unknown) => Promise<unknown>>();
const post = vi.fn<(path: string, schema: unknown, body: unknown) => Promise<unknown>>();

beforeEach(() => {
  window[runtimeConfigGlobal] = {
    rootDomain: window.location.hostname,
    scheme: "http",
    port: "",
    accountDomains: ["kampus.example", "talim.example"],
    brand: "Kampus",
  };
  shown = user;
  goTo.mockReset();
  localStorage.clear();
  sessionStorage.clear();
  post.mockReset();
  put.mockReset();
  get
    .mockReset()
    .mockImplementation((path) =>
      path.endsWith("/user")
        ? Promise.resolve({ data: shown })
        : Promise.resolve({ message: "Ссылка повторно отправлена" }),
    );
  vi.spyOn(api, "get").mockImplementation(get);
  vi.spyOn(api, "put").mockImplementation(put);
  vi.spyOn(api, "post").mockImplementation(post);
});
afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
  clearToken();
  writeIntent(null);
});

function show(screenShown: React.ReactNode, signedIn = true) {
  if (signedIn) writeToken(signedInMember.token);
  else clearToken();
  return render(
    <NextIntlClientProvider locale="ru" messages={messages}>
      <QueryClientProvider client={createQueryClient()}>
        <AuthProvider>{screenShown}</AuthProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
}

const asked = (path: string) => get.mock.calls.filter(([called]) => called.endsWith(path)).length;
const toProfile = [routes.profile(), { replace: true }] as const;

describe("the confirmation screen", () => {
  it("goes on by itself when the address is confirmed elsewhere, asking less and less often", async () => {
    vi.useFakeTimers();
    show(<Confirmation />);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    const inFirstMinute = asked("/user");
    expect(inFirstMinute).toBeGreaterThan(5);
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
    expect(asked("/user") - inFirstMinute).toBeLessThanOrEqual(21);
    expect(goTo).not.toHaveBeenCalled();
    shown = { ...user, verified: true };
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(goTo).toHaveBeenCalledWith(...toProfile);
  });

  it("asks nothing while nobody looks at it, and at once when somebody comes back", async () => {
    vi.useFakeTimers();
    show(<Confirmation />);
    await act(() => vi.advanceTimersByTimeAsync(100));
    focusManager.setFocused(false);
    const before = asked("/user");
    await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
    expect(asked("/user")).toBe(before);
    shown = { ...user, verified: true };
    focusManager.setFocused(true);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(goTo).toHaveBeenCalledWith(...toProfile);
  });

  it("counts down to when another link can be asked for, and asks for none before", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const refusal = new ApiFailure("Слишком много попыток. Попробуйте позже", {
      status: 429,
      retryAfterMs: 61_000,
    });
    show(<Confirmation />);
    const button = await screen.findByRole("button", { name: "Отправить ещё раз" });
    get.mockRejectedValueOnce(refusal);
    await userEvent.click(button, { advanceTimers: vi.advanceTimersByTime });
    await waitFor(() => expect(button).toHaveTextContent(/^Отправить ещё раз через 1:0[01]$/));
    expect(showFailure).toHaveBeenCalledWith("Ошибка", refusal.message);
    expect(button).toHaveAttribute("aria-disabled", "true");
    const before = asked("/email/resend");
    await userEvent.click(button, { advanceTimers: vi.advanceTimersByTime });
    expect(asked("/email/resend")).toBe(before);
    await act(() => vi.advanceTimersByTimeAsync(62_000));
    expect(button).toHaveTextContent("Отправить ещё раз");
    await userEvent.click(button, { advanceTimers: vi.advanceTimersByTime });
    expect(asked("/email/resend")).toBe(before + 1);
  });

  it("counts down after the last link of the hour without having to be refused", async () => {
    show(<Confirmation />);
    const button = await screen.findByRole("button", { name: "Отправить ещё раз" });
    get.mockResolvedValueOnce({ message: "Ссылка повторно отправлена", data: { wait_s: 3599 } });
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveTextContent(/через 59:5\d$/));
    expect(showSuccess).toHaveBeenCalledWith("Успешно", "Ссылка повторно отправлена");
  });

  it("takes another address for a mistyped one, with the password, and shows it", async () => {
    const corrected = { ...user, email: "alisher.k@kampus.example" };
    post.mockResolvedValue({ message: "Адрес свободен" });
    put.mockImplementation(() => {
      shown = corrected;
      return Promise.resolve({ message: "Адрес исправлен", data: corrected });
    });
    show(<Confirmation />);
    await userEvent.click(await screen.findByRole("button", { name: "Исправить" }));
    const field = await screen.findByLabelText("Адрес почты");
    expect(field).toHaveFocus();
    expect(field).toHaveValue("alisher");
    await userEvent.clear(field);
    await enter(userEvent.setup(), { "Адрес почты": "alisher.k", Пароль: "secret" });
    await userEvent.click(screen.getByRole("button", { name: "Сохранить и отправить ссылку" }));
    expect(await screen.findByText("alisher.k@kampus.example")).toBeVisible();
    expect(put).toHaveBeenCalledExactlyOnceWith("/api/ru/email", expect.anything(), {
      email: "alisher.k@kampus.example",
      password: "secret",
    });
    expect(showSuccess).toHaveBeenCalledWith("Успешно", "Адрес исправлен");
    expect(screen.getByRole("heading", { name: "Подтвердите почту" })).toBeVisible();
  });
});

describe("the mailed link on a device without a session", () => {
  const login = () => screen.findByRole("link", { name: "Войти" });

  it("says that the address is confirmed, and leads to the login with the address that was awaited here", async () => {
    storeAwaitedAddress("alisher@talim.example");
    post.mockResolvedValue({ message: "Адрес почты подтверждён" });
    show(<Verification />, false);
    expect(await screen.findByRole("heading", { name: "Почта подтверждена" })).toBeVisible();
    const link = await login();
    expect(link).toHaveAttribute("href", "/login");
    link.addEventListener("click", (event) => event.preventDefault());
    await userEvent.click(link);
    expect(takeValues("login", "ru")).toEqual({ login: "alisher" });
    expect(takeValues("account-domain", "ru")).toEqual({ chosen: "talim.example" });
    expect(goTo).not.toHaveBeenCalled();
  });

  it.each([
    ["link_used", "Адрес уже подтверждён", "Эту ссылку уже открывали"],
    ["link_expired", "Срок ссылки истёк", "Ссылка действует 24 часа"],
    ["invalid", "Не получилось подтвердить почту", "Ссылка недействительна"],
  ])("says what became of it (%s), and leads to the login", async (code, title, message) => {
    post.mockRejectedValue(new ApiFailure(message, { status: 422, code }));
    show(<Verification />, false);
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    const link = await login();
    link.addEventListener("click", (event) => event.preventDefault());
    await userEvent.click(link);
    expect(takeValues("login", "ru")).toEqual({});
  });
});

describe("where somebody was going before the sign-up", () => {
  const institution = routes.institution(7);
  const verify = () => {
    shown = { ...user, verified: true };
    post.mockResolvedValue({ message: "Адрес почты подтверждён" });
  };

  it("is where the mailed link leads, once", async () => {
    storeIntent(institution);
    verify();
    show(<Verification />);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(institution, { replace: true }));
    expect(readIntent()).toBe("");
  });

  it("is where the page that waited leads, though another tab has used it up", async () => {
    vi.useFakeTimers();
    storeIntent(institution);
    show(<Confirmation />);
    await act(() => vi.advanceTimersByTimeAsync(100));
    storeIntent(null);
    verify();
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(goTo).toHaveBeenCalledWith(institution, { replace: true });
  });

  it("goes with the link to the login where nobody is signed in", async () => {
    storeIntent(institution);
    verify();
    show(<Verification />, false);
    const login = await screen.findByRole("link", { name: "Войти" });
    expect(login).toHaveAttribute("href", routes.login(institution).path);
  });

  it("is forgotten at sign-out", async () => {
    storeIntent(institution);
    vi.stubGlobal("fetch", vi.fn().mockResolvedValue(new Response()));
    post.mockResolvedValue({ message: "Вы вышли" });
    show(<Confirmation />);
    await userEvent.click(await screen.findByRole("button", { name: "Войти в другой аккаунт" }));
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(routes.login(), { replace: true }));
    expect(readIntent()).toBe("");
    vi.unstubAllGlobals();
  });

  it.each([
    "subdomain=evil.com&path=/",
    "subdomain=profile&path=//evil.com",
    "subdomain=profile&path=https://evil.com",
    "subdomain=site&path=/login",
    "x".repeat(600),
  ])("leads to the profile when the cookie says %j", async (written) => {
    writeIntent(written);
    verify();
    show(<Verification />);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith(...toProfile));
  });

  it("is given up when it is too long for a cookie", () => {
    storeIntent(routes.findPeople({ q: "я".repeat(200) }));
    expect(readIntent()).toBe("");
  });
});
