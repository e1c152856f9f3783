// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ClassEvents } from "#components/events/class-events.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { ClassEvent } from "#lib/events/schema.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

const meeting: ClassEvent = {
  ...{ id: 12, title: "Встреча выпускников", text: "", place: "" },
  ...{ start: "2090-12-12T13:00:00.000Z", end: null, time_zone: "Asia/Tashkent" },
  author: { ...memberSample, online: false, last_seen_at: null },
  answers: { going: 0, maybe: 0, no: 0 },
  ...{ my_answer: null, cancelled_at: null },
};

it.each(["Изменить событие", "Отменить событие"])(
  "a member who does not go on with «%s» after all has the focus on the button of the menu",
  async (action) => {
    renderWithProviders(
      <ClassEvents
        objectId={5}
        classKey="2014"
        next={null}
        rights={{ create: true, manage: false }}
        onReport={() => undefined}
      />,
      {
        member: memberSample,
        answer: () => ({ body: { data: [meeting], meta: { next: null } } }),
      },
    );
    const name = `Действия: ${meeting.title}`;
    await userEvent.click(await screen.findByRole("button", { name }));
    await userEvent.click(await screen.findByRole("menuitem", { name: action }));
    await screen.findByRole("dialog");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole("button", { name })).toHaveFocus());
  },
);
