// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MyClassesScreen } from "./my-classes-screen.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { type AnswerCall, noNetwork } from "#lib/testing/answer-calls.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Classes;
const studied = {
  id: 1,
  establishment: { id: 10, name: "Школа" },
  region: { id: 1712211, name: "Бухара" },
  object: { id: 5, name: "Школа № 110" },
  ...{ start: 2003, end: 2014 as number | null, group: "11-Б" as string | undefined },
};
let educations: (typeof studied)[];
const answer = vi.fn<AnswerCall>();
const show = () => renderWithProviders(<MyClassesScreen />, { answer });

beforeEach(() => {
  answer.mockReset().mockImplementation(() => ({ body: { data: educations } }));
  window.history.replaceState(null, "", "/ru/classes");
});

describe("the classes of a member", () => {
  it("lead to the only one, though two educations name it", async () => {
    educations = [studied, { ...studied, id: 2, start: 2010 }];
    show();
    await waitFor(() => expect(window.location.pathname).toBe("/ru/objects/5/classes/2014"));
  });

  it("are listed with institution and group where there are several, each a link", async () => {
    const studying = { ...studied, id: 2, end: null, start: 2022, group: undefined };
    educations = [{ ...studying, object: { id: 20, name: "ТАТУ" } }, studied];
    show();
    const list = within(await screen.findByRole("list", { name: t.myClasses }));
    expect(list.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/ru/objects/20/classes/since-2022",
      "/ru/objects/5/classes/2014",
    ]);
    expect(list.getByRole("link", { name: /Выпуск 2014.*Школа № 110.*11-Б/ })).toBeVisible();
    expect(screen.getByRole("link", { name: t.addMore })).toHaveAttribute(
      "href",
      "/ru/settings/educations",
    );
    expect(window.location.pathname).toBe("/ru/classes");
  });

  it("are none at first, with the way to add a place of study", async () => {
    educations = [];
    show();
    expect(await screen.findByText(t.myClassesEmpty)).toBeVisible();
    expect(screen.getByRole("link", { name: t.addStudy })).toHaveAttribute(
      "href",
      "/ru/settings/educations",
    );
  });

  it("that could not be loaded are asked for again", async () => {
    educations = [];
    answer.mockRejectedValueOnce(noNetwork);
    show();
    await userEvent.click(await screen.findByRole("button", { name: messages.Layout.retry }));
    expect(await screen.findByText(t.myClassesEmpty)).toBeVisible();
  });
});
