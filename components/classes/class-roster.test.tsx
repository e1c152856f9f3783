// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ClassRoster } from "#components/classes/class-roster.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { ClassMember } from "#lib/classes/schema.ts";
import { peer } from "#lib/testing/message-samples.ts";

const memberOf = (id: number, fullname: string, status: ClassMember["status"]): ClassMember => ({
  ...peer,
  ...{ id, fullname, status, group: null },
});
const asFriend = memberOf(3, "Юсупова Мадина", "friends");
const aziza = memberOf(4, "Алиева Азиза", "none");

class NothingInView implements Partial<IntersectionObserver> {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", NothingInView);
  window.history.replaceState(null, "", "/ru/objects/5/classes/2014");
});

it("a member whose friendship ended after the first page was loaded stands in the roster once", async () => {
  const place = { objectId: 5, key: "2014", years: { start: null, end: 2014 } };
  renderWithProviders(
    <ClassRoster place={place} details={undefined} renderActions={({ status }) => status} />,
    {
      answer: (call) =>
        call.includes("cursor=")
          ? { body: { data: [{ ...asFriend, status: "none" }], meta: { next: null } } }
          : { body: { data: [asFriend, aziza], meta: { next: "more" } } },
    },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Показать ещё" }));
  expect(await screen.findAllByText("none")).toHaveLength(2);
  expect(screen.getAllByText(asFriend.fullname)).toHaveLength(1);
  expect(screen.getByText("Показано 2 человека")).toBeInTheDocument();
});
