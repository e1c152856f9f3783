// @vitest-environment jsdom
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it, vi } from "vitest";
import { Member } from "#app/[locale]/profile/users/%5F/member.tsx";
import { signedInMember } from "#components/auth/form-testing.tsx";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
import { SurfaceProvider } from "#lib/surface-context.tsx";
import messages from "#messages/ru.json" with { type: "json" };

const router = vi.hoisted(() => ({ push: vi.fn(), replace: vi.fn(), prefetch: vi.fn() }));
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  usePathname: () => window.location.pathname,
  useRouter: () => router,
}));
afterEach(() => vi.resetAllMocks());

function showMember(id: number) {
  window.history.replaceState(null, "", `/ru/users/${id}`);
  const fetched = vi.fn<(path: string) => Promise<Response>>(() =>
    Promise.resolve(Response.json({ status: false, message: "Нет" }, { status: 404 })),
  );
  vi.stubGlobal("fetch", fetched);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <NextIntlClientProvider locale="ru" messages={messages} timeZone="UTC">
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <SurfaceProvider surface="profile">
            <MemberProvider member={signedInMember.user}>
              <Member />
            </MemberProvider>
          </SurfaceProvider>
        </QueryClientProvider>
      </MantineProvider>
    </NextIntlClientProvider>,
  );
  return fetched;
}

it("asks for nothing more of a member whom there is not", async () => {
  const fetched = showMember(99_999);
  expect(
    await screen.findByRole("heading", { name: messages.Profile.notFoundTitle }),
  ).toBeVisible();
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(["/api/ru/user/99999"]);
});

it("leads one's own address to one's own page, and shows nobody as a stranger to themselves", () => {
  const fetched = showMember(signedInMember.user.id);
  expect(router.replace).toHaveBeenCalledWith("/ru");
  expect(fetched).not.toHaveBeenCalled();
});
