// @vitest-environment jsdom
import { IconPhoto } from "@tabler/icons-react";
import { expect, it, vi } from "vitest";
import { SectionFrame } from "#components/layout/section-frame.tsx";
import { router } from "#components/testing/next-navigation.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import { routes } from "#lib/routes.ts";

it("prefetches its list and every section, so that they open without a network", () => {
  const section = { hint: "", Icon: IconPhoto };
  const prefetch = vi.spyOn(router, "prefetch");
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
