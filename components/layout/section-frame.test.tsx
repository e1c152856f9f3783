// @vitest-environment jsdom
import { IconPhoto } from "@tabler/icons-react";
import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { expect, it, vi } from "vitest";
import { SectionFrame } from "#components/layout/section-frame.tsx";
import { routes } from "#lib/routes.ts";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";

const router = vi.hoisted(() => ({ push: vi.fn(), replace: vi.fn(), prefetch: vi.fn() }));
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  useRouter: () => router,
}));

it("fetches its list and every section ahead, so that a network that goes away keeps nobody from them", () => {
  const section = { hint: "", Icon: IconPhoto };
  render(
    <NextIntlClientProvider locale="ru" messages={{}}>
      <SurfaceProvider surface="profile">
        <SectionFrame
          title="Настройки"
          route={routes.settings()}
          label="Разделы"
          sections={[
            { ...section, name: "Работа", route: routes.jobsSettings(), current: true },
            { ...section, name: "Файлы", route: routes.mediaSettings(), current: false },
          ]}
        >
          {null}
        </SectionFrame>
      </SurfaceProvider>
    </NextIntlClientProvider>,
  );
  expect(router.prefetch.mock.calls.flat()).toEqual([
    "/ru/settings",
    "/ru/settings/jobs",
    "/ru/settings/media",
  ]);
});
