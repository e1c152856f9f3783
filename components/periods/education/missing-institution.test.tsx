import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  answerParams,
  choiceField,
  choose,
  school,
  tashkent,
  yunusabad,
} from "#components/testing/answer-params.ts";
import { EducationForm } from "#components/periods/education/education-form.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { type AnswerCall, refusal } from "#lib/testing/answer-calls.ts";
import { emptyEducation } from "#lib/periods/education/education-draft.ts";

const school110 = { id: 1_000_000_000, name: "Школа № 110" };
const answerChange = vi.fn<AnswerCall>();
let answers: ReturnType<typeof answerParams>;
beforeEach(() => {
  answerChange.mockReset();
  answers = answerParams(
    {
      "params/establishments?ordinary_schools=true": [school],
      [`objects/${school110.id}`]: {
        ...{ ...school110, establishment: school, region: yunusabad },
        region_path: [tashkent, yunusabad],
      },
    },
    answerChange,
  );
});

const finder = () => choiceField("Где вы учились?");
const group = (name: string) => screen.getByRole("group", { name });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

async function typeInFinder(words: string) {
  const dialog = { onChanged: vi.fn(), onLeave: vi.fn(), onSaved: vi.fn() };
  renderWithProviders(<EducationForm id={null} draft={emptyEducation} dialog={dialog} />);
  await userEvent.click(finder());
  await userEvent.keyboard(words);
}

describe("a school that the list lacks", { timeout: 20_000 }, () => {
  it.each(["110", "№110", "110-maktab", "школа 110"])(
    "is offered for %j, asks for its district, is made and chosen",
    async (words) => {
      answerChange.mockResolvedValueOnce({
        status: 201,
        body: { message: "Школа добавлена", data: school110 },
      });
      await typeInFinder(words);
      const option = await screen.findByRole("option", { name: "Добавить школу № 110" });
      await userEvent.click(option);
      const box = group("Добавить школу № 110");
      expect(within(box).getByLabelText("Регион", { selector: "input" })).toHaveFocus();
      await choose(userEvent.setup(), "Регион", "Ташкент");
      await choose(userEvent.setup(), "Район или город", "Юнусабад");
      await press("Добавить");
      await waitFor(() => expect(finder()).toHaveValue("Школа № 110"));
      expect(finder()).toHaveAccessibleDescription("Школа · Юнусабад");
      expect(answerChange).toHaveBeenCalledExactlyOnceWith("POST /objects", {
        establishment_id: school.id,
        region_id: yunusabad.id,
        name: words,
      });
    },
  );

  it("reports missing and refused values on the region, and returns to the typed text", async () => {
    answerChange.mockResolvedValueOnce(
      refusal("invalid", "Проверьте поля", { region_id: ["Выберите район или город"] }),
    );
    await typeInFinder("110");
    await userEvent.click(await screen.findByRole("option", { name: "Добавить школу № 110" }));
    await press("Добавить");
    expect(await screen.findByText("Обязательное поле")).toBeVisible();
    expect(screen.getByLabelText("Регион", { selector: "input" })).toHaveFocus();
    await choose(userEvent.setup(), "Регион", "Бухара");
    await press("Добавить");
    expect(await screen.findByText("Выберите район или город")).toBeVisible();
    await press("Назад");
    expect(finder()).toHaveFocus();
    expect(finder()).toHaveValue("110");
  });

  it("is made once the kind of ordinary schools is known, and why that failed is told, to be tried again", async () => {
    const kinds = "params/establishments?ordinary_schools=true";
    const { promise, resolve } = Promise.withResolvers<unknown>();
    answers[kinds] = promise;
    answerChange.mockResolvedValueOnce({
      status: 201,
      body: { message: "Школа добавлена", data: school110 },
    });
    await typeInFinder("110");
    await userEvent.click(await screen.findByRole("option", { name: "Добавить школу № 110" }));
    await choose(userEvent.setup(), "Регион", "Бухара");
    await press("Добавить");
    const button = screen.getByRole("button", { name: "Добавить" });
    await waitFor(() => expect(button).toHaveAttribute("aria-busy", "true"));
    resolve(new TypeError("Failed to fetch"));
    expect(await screen.findByRole("alert")).toHaveTextContent("Нет связи с сервером");
    expect(button).toHaveAttribute("aria-busy", "false");
    expect(answerChange).not.toHaveBeenCalled();
    answers[kinds] = [school];
    await press("Добавить");
    await waitFor(() => expect(finder()).toHaveValue("Школа № 110"));
    expect(answerChange).toHaveBeenCalledOnce();
  });

  it("that has no district yet is refused on the empty field of the district", async () => {
    const needed = "Выберите район или город";
    answerChange.mockResolvedValueOnce(
      refusal("invalid", "Проверьте поля", { region_id: [needed] }),
    );
    await typeInFinder("110");
    await userEvent.click(await screen.findByRole("option", { name: "Добавить школу № 110" }));
    await choose(userEvent.setup(), "Регион", "Ташкент");
    const district = await screen.findByLabelText("Район или город", { selector: "input" });
    await press("Добавить");
    expect(await screen.findByText(needed)).toBeVisible();
    expect(district).toHaveAccessibleDescription(needed);
    const region = screen.getByLabelText("Регион", { selector: "input" });
    expect(region).toHaveAccessibleDescription("Ташкент");
  });

  it("is also offered beside schools of that number elsewhere", async () => {
    const elsewhere = { ...school110, id: 7, establishment: school, region: tashkent };
    answers["objects?q=110"] = [elsewhere];
    await typeInFinder("110");
    await waitFor(() =>
      expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
        "Школа № 110 Школа · Ташкент",
        "Добавить школу № 110",
      ]),
    );
  });
});

it("another institution is requested with its name, kind and region, and the form says what comes next", async () => {
  answerChange.mockResolvedValueOnce({ status: 202, body: { message: "Заявка отправлена." } });
  await typeInFinder("Академия снов");
  await screen.findByRole("option", { name: "Моего места учёбы нет в списке" });
  await userEvent.keyboard("{Enter}");
  const box = group("Чего нет в списке?");
  const name = within(box).getByLabelText(/Название/);
  expect(name).toHaveFocus();
  expect(name).toHaveValue("Академия снов");
  await choose(userEvent.setup(), "Вид", "Университет");
  await choose(userEvent.setup(), "Регион", "Бухара");
  await userEvent.click(name);
  await userEvent.keyboard("{Enter}");
  expect(await within(box).findByRole("status")).toHaveTextContent(
    "Заявка отправлена. Когда заведение появится",
  );
  expect(answerChange).toHaveBeenCalledExactlyOnceWith("POST /objects", {
    establishment_id: 1,
    region_id: 20,
    name: "Академия снов",
  });
  expect(screen.getByRole("button", { name: "Понятно" })).toHaveFocus();
  await press("Понятно");
  expect(finder()).toHaveFocus();
}, 20_000);

it("another institution without name and kind is not requested, and the focus goes to its name", async () => {
  await typeInFinder("Академия снов");
  await screen.findByRole("option", { name: "Моего места учёбы нет в списке" });
  await userEvent.keyboard("{Enter}");
  const name = within(group("Чего нет в списке?")).getByLabelText(/Название/);
  await userEvent.clear(name);
  await press("Отправить заявку");
  await waitFor(() => expect(name).toHaveAccessibleDescription("Обязательное поле"));
  expect(name).toHaveFocus();
  expect(screen.getByLabelText("Вид", { selector: "input" })).toBeInvalid();
  await userEvent.type(name, "Академия");
  expect(name).toBeValid();
  expect(screen.getByLabelText("Вид", { selector: "input" })).toBeInvalid();
  expect(answerChange).not.toHaveBeenCalled();
}, 20_000);

it("a school that the words did not tell is made once its kind is chosen, and asks for its district", async () => {
  answerChange
    .mockResolvedValueOnce(
      refusal("invalid", "Проверьте поля", { region_id: ["Выберите район или город"] }),
    )
    .mockResolvedValueOnce({
      status: 201,
      body: { message: "Школа добавлена", data: school110 },
    });
  await typeInFinder("Гулистон");
  await userEvent.click(
    await screen.findByRole("option", { name: "Моего места учёбы нет в списке" }),
  );
  const user = userEvent.setup();
  await choose(user, "Вид", "Школа");
  expect(screen.getByText(/^В каждом районе школы свои/)).toBeVisible();
  await choose(user, "Регион", "Ташкент");
  const district = await screen.findByLabelText("Район или город", { selector: "input" });
  await press("Добавить");
  await waitFor(() => expect(district).toHaveAccessibleDescription("Выберите район или город"));
  await choose(user, "Район или город", "Юнусабад");
  await press("Добавить");
  await waitFor(() => expect(finder()).toHaveValue("Школа № 110"));
  expect(answerChange).toHaveBeenLastCalledWith("POST /objects", {
    establishment_id: school.id,
    region_id: yunusabad.id,
    name: "Гулистон",
  });
}, 20_000);

it.each([
  ["Гимназия № 5", "Добавить школу «Гимназия № 5»"],
  ["5-litsey", "Добавить школу «5-litsey»"],
  ["Академический лицей № 5", null],
  ["ТУИТ 2010", null],
])("%s is offered as a school to add where the server would make it: %s", async (words, offer) => {
  await typeInFinder(words);
  await screen.findByRole("option", { name: "Моего места учёбы нет в списке" });
  const offers = screen.queryAllByRole("option", { name: /^Добавить школу/ });
  expect(offers.map((option) => option.textContent)).toEqual(offer === null ? [] : [offer]);
});

it.each([
  ["школа 5б", "Добавить школу № 5Б"],
  ["5v-maktab", "Добавить школу № 5В"],
])("%s is offered with its letter in the script of the reader: %s", async (words, offer) => {
  await typeInFinder(words);
  expect(await screen.findByRole("option", { name: offer })).toBeVisible();
});
