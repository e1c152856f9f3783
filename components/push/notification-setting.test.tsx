import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { NotificationSetting } from "#components/push/notification-setting.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
import { writeNotificationChoice } from "#lib/browser/notification-choice.ts";
import { installServiceWorker } from "#lib/testing/fake-service-worker.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

it("a member reads before they turn notifications on that these end with the session, and when that is", () => {
  renderWithProviders(
    <MemberProvider member={memberSample}>
      <NotificationSetting />
    </MemberProvider>,
    { answer: () => ({ body: { data: { endpoint: null, key: null } } }) },
  );
  expect(screen.getByText(/действует до выхода из аккаунта, самое большее 7 дней/)).toBeVisible();
});

it("a member turns notifications off in a browser without a push service, and reads of no failure", async () => {
  installServiceWorker();
  const { client } = renderWithProviders(
    <MemberProvider member={memberSample}>
      <NotificationSetting />
    </MemberProvider>,
    {
      answer: (call) => ({
        body: call.startsWith("DELETE") ? { message: "" } : { data: { endpoint: null, key: null } },
      }),
    },
  );
  act(() => writeNotificationChoice(memberSample.id, "tabs"));
  await userEvent.click(screen.getByRole("button", { name: messages.Push.turnOff }));
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(screen.getByRole("link", { name: messages.Push.turnOnInMessenger })).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});
