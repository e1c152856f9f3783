// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ClassEvents } from "#components/events/class-events.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { answeredMember, meeting } from "#lib/testing/event-samples.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

it("an event tells how many come, may come and do not, each where there are any", async () => {
  const answers = [
    { going: 3, maybe: 1, no: 2 },
    { going: 0, maybe: 0, no: 1 },
  ];
  const events = answers.map((given, index) => ({ ...meeting, id: 12 + index, answers: given }));
  const rights = { create: true, manage: false };
  renderWithProviders(
    <ClassEvents
      {...{ objectId: 5, classKey: "2014", next: null, rights }}
      onReport={() => undefined}
    />,
    { member: memberSample, answer: () => ({ body: { data: events, meta: { next: null } } }) },
  );
  expect(await screen.findByText("3 придут, 1 думает, 2 не придут")).toBeVisible();
  expect(screen.getByText("1 не придёт")).toBeVisible();
});

it("each event shows the faces that it has of who comes, without a request for the answers to it", async () => {
  const image = {
    ...{ id: 1, url: "/files/7/main.webp", thumb_url: "/files/7/thumb.webp", width: 9, height: 9 },
    ...{ is_main: true, created_at: meeting.start },
  };
  const { id, fullname } = answeredMember;
  const events = [
    { ...meeting, faces: [{ id, fullname, image }] },
    { ...meeting, id: 13 },
  ];
  const asked: string[] = [];
  const rights = { create: true, manage: false };
  renderWithProviders(
    <ClassEvents
      {...{ objectId: 5, classKey: "2014", next: null, rights }}
      onReport={() => undefined}
    />,
    {
      member: memberSample,
      answer: (call) => {
        asked.push(call);
        return { body: { data: events, meta: { next: null } } };
      },
    },
  );
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(2));
  const [first] = screen.getAllByRole("button", { name: /Кто придёт/ });
  expect(first?.querySelector("img")?.getAttribute("src")).toMatch(/^\/files\/7\//);
  expect(asked).toEqual(["GET /objects/5/classes/2014/events"]);
});
