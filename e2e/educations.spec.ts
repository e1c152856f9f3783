import AxeBuilder from "@axe-core/playwright";
import {
  act,
  actionsOf,
  choiceField,
  choose,
  karimov,
  nameOf,
  newEducation,
  save,
  tashkent,
  university,
} from "#e2e/choices.ts";
import { expect, stored, test, text } from "#e2e/fixtures.ts";
import { newMember } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

test.use({ toldByWidth: true });

test("an education is added by choices that follow from each other, changed, and deleted after a question", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const page = await newPage();
  await signIn(page, await newMember(kampus, karimov));
  const [object, yunusabad] = [nameOf("institutions", 1), nameOf("regions", 1726266)];
  await page.goto(at(routes.educationsSettings()));
  await expect(page.getByText(text("Education.empty"))).toBeVisible();
  await page
    .getByRole("button", { name: text("Education.add") })
    .last()
    .click();
  await expect(choiceField(page, text("Education.object"))).toBeDisabled();
  await choose(page, text("Education.establishment"), university());
  await choose(page, text("Params.region"), tashkent());
  await choose(page, text("Params.district"), yunusabad);
  await choose(page, text("Params.region"), tashkent());
  await choose(page, text("Education.object"), object, "НУУз");
  await choose(page, text("Params.start"), "2014");
  await choose(page, text("Params.end"), "2018");
  await save(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText("2014 – 2018")).toBeVisible();
  await expect(page.getByRole("button", { name: text("Education.add") })).toBeFocused();

  await act(page, object, "Params.edit");
  await expect(choiceField(page, text("Params.region"))).toHaveValue(tashkent());
  await expect(choiceField(page, text("Education.object"))).toHaveValue(object);
  await page.getByLabel(text("Education.speciality")).fill("Физика");
  // Typed over what is there, and left without choosing from the list.
  await choiceField(page, text("Params.start")).click();
  await page.keyboard.type("2015");
  await expect(page.getByRole("option", { name: "2015", exact: true })).toBeVisible();
  await page.keyboard.press("Tab");
  await page.getByLabel(text("Params.untilNow")).check();
  await save(page);
  await expect(page.getByText(`Физика · ${tashkent()}`)).toBeVisible();
  await expect(page.getByText(text("Params.periodUntilNow", { start: "2015" }))).toBeVisible();
  await expect(actionsOf(page, object)).toBeFocused();

  await act(page, object, "Params.delete");
  await stored(page, () =>
    page
      .getByRole("dialog")
      .getByRole("button", { name: text("Site.ok") })
      .click(),
  );
  await expect(page.getByText(text("Education.empty"))).toBeVisible();
  await page.reload();
  await expect(page.getByText(text("Education.empty"))).toBeVisible();
});

test("what cannot be saved is taken back and told, on its field or in a notice, and nothing entered is lost", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const page = await newPage();
  const member = await newMember(kampus, karimov);
  const { object: studiedAt } = await newEducation(kampus, member);
  await signIn(page, member);
  await page.goto(at(routes.educationsSettings()));
  await act(page, studiedAt.name, "Params.edit");
  await page.getByLabel(text("Education.speciality")).fill("Химия");
  const calls = "**/profile/setting/educations/*";
  await page.route(calls, (route) => route.abort());
  await save(page);
  await expect(page.getByText(text("Problem.offline"))).toBeVisible();
  await expect(page.getByText(`Физика · ${tashkent()}`)).toBeAttached();
  await expect(page.getByLabel(text("Education.speciality"))).toHaveValue("Химия");

  // As if the institution had been retired since it was chosen.
  await page.unroute(calls);
  await page.route(calls, async (route) => {
    const sent = route.request().postDataJSON() as object;
    await route.continue({ postData: JSON.stringify({ ...sent, object_id: 2_000_000_000 }) });
  });
  await save(page);
  await expect(choiceField(page, text("Education.object"))).toBeFocused();
  await expect(choiceField(page, text("Education.object"))).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel(text("Education.speciality"))).toHaveValue("Химия");

  await page.unroute(calls);
  await save(page);
  await expect(page.getByText(`Химия · ${tashkent()}`)).toBeVisible();

  await page.route(calls, (route) => route.abort());
  await act(page, studiedAt.name, "Params.delete");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("Site.ok") })
    .click();
  await expect(page.getByText(text("Problem.offline"))).toBeVisible();
  await expect(actionsOf(page, studiedAt.name)).toBeVisible();

  // A question lies above the form, also when there was one before the form.
  await act(page, studiedAt.name, "Params.edit");
  await page.getByLabel(text("Education.speciality")).fill("Биология");
  await page.keyboard.press("Escape");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("Site.ok") })
    .click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in the educations in the ${colorScheme} scheme`, async ({
    kampus,
    at,
    newPage,
    signIn,
  }) => {
    const page = await newPage();
    const member = await newMember(kampus, karimov);
    const { object: studiedAt } = await newEducation(kampus, member);
    await page.emulateMedia({ colorScheme });
    await signIn(page, member);
    const expectNoFault = async (name: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`,
      );
      expect.soft(found, name).toEqual([]);
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      );
      expect.soft(sideways, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
    };
    await page.goto(at(routes.educationsSettings()));
    await actionsOf(page, studiedAt.name).click();
    await expect(page.getByRole("menuitem", { name: text("Params.edit") })).toBeVisible();
    await expectNoFault("the list and a menu");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: text("Education.add") }).click();
    await save(page);
    await expect(page.getByText(text("Site.required")).first()).toBeVisible();
    await choiceField(page, text("Education.establishment")).click();
    await expect(page.getByRole("option", { name: university(), exact: true })).toBeVisible();
    await expectNoFault("the form with faults and a list of choices");
  });
}
