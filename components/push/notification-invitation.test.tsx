import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { NotificationInvitation } from "#components/push/notification-invitation.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
import { writeNotificationChoice } from "#lib/browser/notification-choice.ts";
import { installServiceWorker } from "#lib/testing/fake-service-worker.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Push;

const said = () => screen.queryByRole("status")?.textContent ?? "nothing";

/** Opens the chats of a member who chose before, in a browser whose permission is as given now. */
function open(choice: "push" | "off" | "later", permission: NotificationPermission) {
  vi.stubGlobal("Notification", { permission });
  installServiceWorker();
  renderWithProviders(
    <MemberProvider member={memberSample}>
      <NotificationInvitation />
    </MemberProvider>,
  );
  act(() => writeNotificationChoice(memberSample.id, choice));
}

it.each([
  ["default", t.offer],
  ["denied", t.denied],
] as const)(
  "a member who had chosen pushes is invited again where the browser took the permission away (%s), until they put it away",
  async (permission, invitation) => {
    open("push", permission);
    expect(said()).toContain(invitation);
    await userEvent.click(screen.getByRole("button", { name: t.putAway }));
    expect(said()).toBe("nothing");
  },
);

it.each(["off", "later"] as const)(
  "a member who wants no notices (%s) is not invited again",
  (choice) => {
    open(choice, "default");
    expect(said()).toBe("nothing");
  },
);
