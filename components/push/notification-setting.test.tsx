import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { NotificationSetting } from "#components/push/notification-setting.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
import { memberSample } from "#lib/testing/member-samples.ts";

it("a member reads before they turn notifications on that these end with the session, and when that is", () => {
  renderWithProviders(
    <MemberProvider member={memberSample}>
      <NotificationSetting />
    </MemberProvider>,
    { answer: () => ({ body: { data: { endpoint: null, key: null } } }) },
  );
  expect(screen.getByText(/действует до выхода из аккаунта, самое большее 7 дней/)).toBeVisible();
});
