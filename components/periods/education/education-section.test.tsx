import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { EducationSection } from "#components/periods/education/education-section.tsx";
import {
  answerParams,
  choiceField,
  choose,
  tashkent,
  tuit,
  university,
  yunusabad,
} from "#components/testing/answer-params.ts";
import { renderWithProviders, shownToasts } from "#components/testing/render.tsx";
import { type AnswerCall, noNetwork, refusal } from "#lib/testing/answer-calls.ts";
import messages from "#messages/ru.json" with { type: "json" };

const studies = {
  ...{ id: 7, establishment: university, region: yunusabad, object: tuit },
  ...{ speciality: "Программная инженерия", start: 2014, end: 2018 },
};
const { offline } = messages.Problem;

let answers: ReturnType<typeof answerParams>;
const answerChange = vi.fn<AnswerCall>();
beforeEach(() => {
  answerChange.mockReset();
  answers = answerParams({ educations: [] }, answerChange);
});

const section = () => screen.getByRole("region", { name: "Образование" });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const act = async (item: string) => {
  await userEvent.click(await screen.findByRole("button", { name: `Действия: ${tuit.name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
};

/** Opens the form from the empty list. */
async function open() {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  await user.click(await screen.findByText("Добавить образование"));
  await user.click(await screen.findByRole("button", { name: "Выбрать по списку" }));
  return user;
}

/** Fills in all required fields. */
async function fill() {
  const user = await open();
  await choose(user, "Вид учебного заведения", "Университет");
  await choose(user, "Регион", "Ташкент");
  await choose(user, "Учебное заведение", tuit.name);
  await choose(user, "Год начала", "2014");
  await choose(user, "Год окончания", "2018");
  return user;
}

/** Loads the form first, which takes a busy machine a while. */
describe("adding an education", { timeout: 20_000 }, () => {
  it("offers institutions once their kind and region are chosen, and clears one when these change", async () => {
    renderWithProviders(<EducationSection memberId={null} />);
    const user = await open();
    await screen.findByRole("dialog");
    expect(choiceField("Учебное заведение")).toBeDisabled();
    expect(choiceField("Учебное заведение")).toHaveAttribute(
      "placeholder",
      "Сначала выберите вид и регион",
    );
    await choose(user, "Вид учебного заведения", "Университет");
    await choose(user, "Регион", "Ташкент");
    await choose(user, "Учебное заведение", tuit.name);
    await choose(user, "Район или город", "Юнусабад");
    expect(choiceField("Учебное заведение")).toHaveValue("");
    await choose(user, "Учебное заведение", tuit.name);
    await choose(user, "Регион", "Бухара");
    expect(choiceField("Учебное заведение")).toHaveValue("");
    expect(screen.queryByLabelText("Район или город")).not.toBeInTheDocument();
    await choose(user, "Учебное заведение", tuit.name);
    await choose(user, "Вид учебного заведения", "Школа");
    expect(choiceField("Учебное заведение")).toHaveValue("");
  });

  it("shows it in the list at once; on failure removes it and keeps what was entered", async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    answerChange.mockReturnValueOnce(promise);
    renderWithProviders(<EducationSection memberId={null} />);
    await fill();
    await press("Сохранить");
    expect(await within(section()).findByText("2014–2018")).toBeInTheDocument();
    reject(noNetwork);
    await waitFor(() => expect(within(section()).queryByText("2014–2018")).toBeNull());
    await waitFor(() => expect(shownToasts()).toEqual([`Ошибка: ${offline}`]));
    expect(choiceField("Учебное заведение")).toHaveValue(tuit.name);
    expect(screen.getByRole("button", { name: "Сохранить" })).toHaveFocus();

    const added = { ...studies, region: tashkent };
    answerChange.mockResolvedValueOnce({ body: { message: "Добавлено", data: added } });
    answers.educations = [added];
    await press("Сохранить");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(answerChange).toHaveBeenLastCalledWith("POST /profile/setting/educations", {
      establishment_id: 1,
      region_id: 10,
      object_id: 100,
      start: 2014,
      end: 2018,
    });
    await waitFor(() => expect(shownToasts()).toContain("Успешно: Добавлено"));
    expect(screen.getByRole("button", { name: "Добавить образование" })).toHaveFocus();
  });

  it("shows the server's message on its field", async () => {
    const errors = { object_id: ["Такого заведения больше нет"] };
    answerChange.mockResolvedValue(refusal("invalid", "Проверьте поля", errors));
    renderWithProviders(<EducationSection memberId={null} />);
    await fill();
    await press("Сохранить");
    expect(await screen.findByText("Такого заведения больше нет")).toBeVisible();
    expect(choiceField("Учебное заведение")).toHaveFocus();
    expect(choiceField("Учебное заведение")).toHaveValue(tuit.name);
    expect(shownToasts()).toEqual([]);
  });

  it("asks for confirmation before entered values are discarded", async () => {
    renderWithProviders(<EducationSection memberId={null} />);
    await fill();
    await press("Отмена");
    await userEvent.click(
      (await screen.findAllByRole("button", { name: "Отмена" }))[1] ?? section(),
    );
    expect(choiceField("Учебное заведение")).toHaveValue(tuit.name);
    await press("Отмена");
    await userEvent.click(await screen.findByRole("button", { name: "Ок" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });
});

describe("an education of the member's own", () => {
  beforeEach(() => {
    answers.educations = [studies];
    answers["educations/7/edit"] = { ...studies, region_path: [tashkent, yunusabad] };
  });

  it("is changed in a form that shows all of it at once", async () => {
    answerChange.mockReturnValue(new Promise(() => undefined));
    // The lists to choose from are still loading.
    for (const list of ["params/establishments", "params/regions"])
      answers[list] = new Promise(() => undefined);
    renderWithProviders(<EducationSection memberId={null} />);
    await act("Изменить");
    expect(await screen.findByLabelText("Специальность")).toHaveValue("Программная инженерия");
    expect(choiceField("Вид учебного заведения")).toHaveValue("Университет");
    expect(choiceField("Регион")).toHaveValue("Ташкент");
    expect(choiceField("Район или город")).toHaveValue("Юнусабад");
    expect(choiceField("Учебное заведение")).toHaveValue(tuit.name);
    expect(choiceField("Год начала")).toHaveValue("2014");
    expect(choiceField("Год окончания")).toHaveValue("2018");
    await userEvent.click(screen.getByRole("checkbox", { name: "По настоящее время" }));
    expect(choiceField("Год окончания")).toBeDisabled();
    expect(choiceField("Год окончания")).toHaveValue("");
    await press("Сохранить");
    const change = expect.objectContaining({ region_id: 11, start: 2014, end: null }) as object;
    expect(answerChange).toHaveBeenCalledExactlyOnceWith(
      "PUT /profile/setting/educations/7",
      change,
    );
    expect(await within(section()).findByText("2014 – по настоящее время")).toBeInTheDocument();
  });

  it("disappears at once when it is deleted, and comes back when that fails", async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    answerChange.mockReturnValue(promise);
    renderWithProviders(<EducationSection memberId={null} />);
    await act("Удалить");
    await userEvent.click(await screen.findByRole("button", { name: "Ок" }));
    await waitFor(() => expect(screen.queryByText(tuit.name)).not.toBeInTheDocument());
    reject(noNetwork);
    expect(await screen.findByText(tuit.name)).toBeVisible();
    await waitFor(() => expect(shownToasts()).toEqual([`Ошибка: ${offline}`]));
  });
});

describe("the educations of another member", () => {
  const path = "user/5/profile/educations";

  it("are read-only, and link to the members of the institution", async () => {
    answers[path] = [studies];
    renderWithProviders(<EducationSection memberId={5} />);
    const link = await screen.findByRole("link", { name: tuit.name });
    expect(link).toHaveAttribute("href", "/ru/objects/100");
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("say when there are none, and are refetched on request after a failure", async () => {
    answers[path] = noNetwork;
    renderWithProviders(<EducationSection memberId={5} />);
    expect(await screen.findByRole("alert")).toHaveTextContent(offline);
    answers[path] = [];
    await press("Повторить");
    expect(await screen.findByText("Образование не указано.")).toBeVisible();
  });
});
