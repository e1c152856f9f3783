// @vitest-environment jsdom
import { IconPhoto } from "@tabler/icons-react";
import { expect, it, vi } from "vitest";
import { SectionFrame } from "#components/layout/section-frame.tsx";
import { router } from "#components/testing/next-navigation.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import { routes } from "#lib/routes.ts";

it("a page of settings fetches its list and every section once the page is idle, so that a network that goes away keeps nobody from them", () => {
  const section = { hint: "", Icon: IconPhoto };
  const prefetch = vi.spyOn(router, "prefetch");
  vi.stubGlobal("requestIdleCallback", (callback: () => void) => callback());
  renderWithProviders(
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
    </SectionFrame>,
  );
  expect(prefetch.mock.calls.flat()).toEqual([
    "/ru/settings",
    "/ru/settings/jobs",
    "/ru/settings/media",
  ]);
});
