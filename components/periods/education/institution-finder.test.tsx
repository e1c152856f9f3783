import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EducationForm } from "#components/periods/education/education-form.tsx";
import {
  bukhara,
  choiceField,
  choose,
  school,
  tashkent,
  tuit,
  university,
  yunusabad,
} from "#components/testing/answer-params.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import { answerCalls } from "#lib/testing/answer-calls.ts";
import {
  type EducationDraft,
  educationAt,
  emptyEducation,
} from "#lib/periods/education/education-draft.ts";

const inYunusabad = { ...tuit, establishment: university, region: yunusabad };
const branch = {
  ...{ id: 101, name: "Самаркандский филиал Ташкентского университета" },
  ...{ establishment: { id: 5, name: "Филиал вуза" }, region: { id: 30, name: "Самарканд" } },
};
const settings = "/profile/setting";
const offline = () => Promise.reject(new TypeError("no connection"));

/** Answers by path and query. */
let answers: Record<string, () => unknown>;
let asked: string[];
/** The requests with their bodies. */
let sent: [call: string, body: unknown][];
beforeEach(() => {
  sent = [];
  asked = [];
  answers = {
    [`${settings}/params/establishments`]: () => [university, school],
    [`${settings}/params/regions`]: () => [tashkent, bukhara],
    [`${settings}/params/regions?parent_id=10`]: () => [yunusabad],
    "/objects?q=тату": () => [inYunusabad, branch],
    "/objects?q=samarqand": () => [branch],
    "/objects/100": () => ({ ...inYunusabad, region_path: [tashkent, yunusabad] }),
  };
  answerCalls(async (call, body) => {
    const path = decodeURIComponent(call).replaceAll("+", " ").replace(/^GET /, "");
    if (!path.startsWith("/")) {
      sent.push([path, body]);
      return new Promise<never>(() => undefined);
    }
    asked.push(path);
    const data = (await answers[path]?.()) ?? [];
    return data instanceof Response ? data : { body: { data, meta: { next: null } } };
  });
});

const finder = () => choiceField("Где вы учились?");
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);

function show(draft: EducationDraft = emptyEducation, id: number | null = null) {
  const dialog = { onChanged: vi.fn(), onLeave: vi.fn(), onSaved: vi.fn() };
  renderWithProviders(<EducationForm id={id} draft={draft} dialog={dialog} />);
}

const openLists = () => userEvent.click(screen.getByRole("button", { name: "Выбрать по списку" }));

const expectChosen = () =>
  waitFor(() => {
    expect(finder()).toHaveValue(tuit.name);
    expect(finder()).toHaveAccessibleDescription("Университет · Юнусабад");
  });

const expectFilled = () =>
  waitFor(() => {
    expect(choiceField("Вид учебного заведения")).toHaveValue("Университет");
    expect(choiceField("Регион")).toHaveValue("Ташкент");
    expect(choiceField("Район или город")).toHaveValue("Юнусабад");
    expect(choiceField("Учебное заведение")).toHaveValue(tuit.name);
  });

describe("the field that finds an institution", () => {
  it("asks for a choice where a name was typed and nothing chosen, and for the field where it is empty", async () => {
    show();
    const save = screen.getByRole("button", { name: "Сохранить" });
    await userEvent.click(save);
    expect(finder()).toHaveAccessibleDescription(/Обязательное поле/);
    await userEvent.type(finder(), "школа 110");
    await userEvent.click(save);
    expect(finder()).toBeInvalid();
    expect(finder()).toHaveAccessibleDescription(/Выберите заведение из списка/);
    expect(finder()).not.toHaveAccessibleDescription(/Обязательное поле/);
  });

  it("finds it by an abbreviation, shows its kind and region, fills the lists behind it and moves on to the year", async () => {
    show();
    expect(screen.queryByLabelText("Регион")).not.toBeInTheDocument();
    expect(finder()).toHaveFocus();
    expect(finder()).toHaveAccessibleDescription(/вид и регион заполнятся сами/);
    await userEvent.keyboard("тату");
    const found = await screen.findByRole("option", {
      name: `${tuit.name} Университет · Юнусабад · тату`,
    });
    expect(within(found).getByText("тату", { selector: "mark" })).toBeVisible();
    expect(options()).toHaveLength(2);
    await userEvent.keyboard("{Enter}");
    await expectChosen();
    expect(choiceField("Год начала")).toHaveFocus();
    expect(asked.filter((path) => path.startsWith("/objects"))).toEqual([
      "/objects?q=тату",
      "/objects/100",
    ]);

    await choose(userEvent.setup(), "Год начала", "2014");
    await choose(userEvent.setup(), "Год окончания", "2018");
    await userEvent.click(screen.getByRole("button", { name: "Сохранить" }));
    const education = {
      establishment_id: 1,
      region_id: 11,
      object_id: 100,
      start: 2014,
      end: 2018,
    };
    await waitFor(() => expect(sent).toEqual([[`POST ${settings}/educations`, education]]));
  });

  it("marks in a name what the words in another script have found", async () => {
    show();
    await userEvent.keyboard("samarqand");
    const option = await screen.findByRole("option", {
      name: `${branch.name} Филиал вуза · Самарканд`,
    });
    expect(within(option).getByText("Самарканд", { selector: "mark" })).toBeVisible();
  });

  it("is cleared when a list below it is changed, which works by itself as before", async () => {
    show();
    await userEvent.keyboard("тату");
    await userEvent.click(await screen.findByText(/^Университет · Юнусабад/));
    await openLists();
    await expectFilled();
    await choose(userEvent.setup(), "Вид учебного заведения", "Школа");
    expect(choiceField("Учебное заведение")).toHaveValue("");
    expect(finder()).toHaveValue("");
    expect(choiceField("Регион")).toHaveValue("Ташкент");
  });

  it("keeps the typed text on blur and when Escape closes its list, and Enter reopens that", async () => {
    show();
    await userEvent.keyboard("тату");
    await screen.findAllByRole("option");
    await userEvent.keyboard("{Escape}");
    expect(options()).toEqual([]);
    expect(finder()).toHaveValue("тату");
    await userEvent.tab();
    expect(finder()).toHaveValue("тату");
    await userEvent.tab({ shift: true });
    await userEvent.keyboard("{Enter}");
    expect(options()).toHaveLength(2);
    expect(screen.queryByText("Обязательное поле")).not.toBeInTheDocument();
    await userEvent.keyboard("{ArrowDown}{ArrowUp}{Enter}");
    await expectChosen();
  });

  it("says that nothing was found, and offers to request the institution", async () => {
    show();
    await userEvent.keyboard("нет такого");
    expect(await screen.findByText(/Ничего не найдено/)).toBeVisible();
    expect(options()).toEqual(["Моего места учёбы нет в списке"]);
    expect(finder()).toHaveValue("нет такого");
  });

  it("asks for a longer name when there are more results than it shows", async () => {
    answers["/objects?q=тату"] = () =>
      Response.json({ data: [inYunusabad], meta: { next: "more" } });
    show();
    await userEvent.keyboard("тату");
    expect(await screen.findByText(/допишите название/)).toBeVisible();
  });

  it("shows the results of the last words, however late the answer to former words arrives", async () => {
    const { promise, resolve } = Promise.withResolvers();
    answers["/objects?q=тату"] = () => promise;
    answers["/objects?q=тату сам"] = () => [branch];
    show();
    await userEvent.keyboard("тату");
    await waitFor(() => expect(asked).toContain("/objects?q=тату"));
    await userEvent.keyboard(" сам");
    await screen.findByText(/^Филиал вуза · Самарканд/);
    resolve([inYunusabad]);
    await promise;
    expect(options()).toEqual([`${branch.name} Филиал вуза · Самарканд · тату`]);
  });

  it("says that there is no answer, and retries", async () => {
    const body = { message: "Слишком часто", code: "too_many_requests" };
    const refused = () => Response.json(body, { status: 429 });
    answers["/objects?q=тату"] = refused;
    show();
    await userEvent.keyboard("тату");
    expect(await screen.findByRole("alert")).toHaveTextContent("Слишком часто");
    answers["/objects?q=тату"] = () => [inYunusabad];
    await userEvent.click(screen.getByRole("option", { name: "Повторить" }));
    expect(await screen.findByText(/^Университет · Юнусабад/)).toBeVisible();
  });

  it("restores the typed text when the chosen institution could not be loaded, to be chosen again", async () => {
    const known = answers["/objects/100"];
    answers["/objects/100"] = offline;
    show();
    await userEvent.keyboard("тату");
    await screen.findAllByRole("option");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(finder()).toBeInvalid());
    expect(finder()).toHaveValue("тату");
    expect(finder()).toHaveFocus();
    if (known) answers["/objects/100"] = known;
    await userEvent.keyboard("{Enter}{Enter}");
    await expectChosen();
    expect(finder()).toBeValid();
  });

  it("does not change lists in which the member has chosen before the answer arrived", async () => {
    const { promise, resolve } = Promise.withResolvers();
    answers["/objects/100"] = () => promise;
    show();
    await openLists();
    await userEvent.click(finder());
    await userEvent.keyboard("тату");
    await screen.findAllByRole("option");
    await userEvent.keyboard("{Enter}");
    expect(finder()).toHaveValue(tuit.name);
    await choose(userEvent.setup(), "Вид учебного заведения", "Школа");
    resolve({ ...inYunusabad, region_path: [tashkent, yunusabad] });
    await promise;
    await waitFor(() => expect(finder()).toHaveAttribute("aria-busy", "false"));
    expect(choiceField("Вид учебного заведения")).toHaveValue("Школа");
    expect(choiceField("Регион")).toHaveValue("");
  });

  it.each<[string, number | null]>([
    ["is changed", 7],
    ["begins with an institution", null],
  ])("is not there in a form that %s", (_, id) => {
    show(educationAt(tuit, { establishment: university, region_path: [tashkent, yunusabad] }), id);
    expect(screen.queryByLabelText("Где вы учились?")).not.toBeInTheDocument();
    expect(choiceField("Учебное заведение")).toHaveValue(tuit.name);
  });
});
