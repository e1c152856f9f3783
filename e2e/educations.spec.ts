import {
  act,
  actionsOf,
  chooseOption,
  comboboxOf,
  openLists,
  referenceName,
  save,
  tashkentName,
  universityName,
} from "#e2e/choices.ts";
import { auditScreen, expectAccessible } from "#e2e/accessible.ts";
import { expect, stored, test, text } from "#e2e/fixtures.ts";
import { karimov, newMember } from "#e2e/members.ts";
import { postEducation } from "#e2e/profile-members.ts";
import { confirmQuestion } from "#e2e/shared-steps.ts";
import { routes } from "#lib/routes.ts";

test.use({ localeByWidth: true });

/** At a university of Tashkent, whose district is not known. */
const physics = { object_id: 3, region_id: 1726, speciality: "Физика" };

test(
  "an education is added by choices that follow from each other, changed, and deleted after a question",
  { tag: "@once" },
  async ({ at, pageOf }) => {
    const page = await pageOf(karimov);
    const [object, yunusabad] = [
      referenceName("institutions", 1),
      referenceName("regions", 1726266),
    ];
    await page.goto(at(routes.educationsSettings()));
    await expect(page.getByText(text("Education.empty"))).toBeVisible();
    await page
      .getByRole("button", { name: text("Education.add") })
      .last()
      .click();
    await openLists(page);
    await expect(comboboxOf(page, text("Education.object"))).toBeDisabled();
    await chooseOption(page, text("Education.establishment"), universityName());
    await chooseOption(page, text("Params.region"), tashkentName());
    await chooseOption(page, text("Params.district"), yunusabad);
    await chooseOption(page, text("Params.region"), tashkentName());
    await chooseOption(page, text("Education.object"), object, "НУУз");
    await chooseOption(page, text("Params.start"), "2014");
    await chooseOption(page, text("Params.end"), "2018");
    await save(page);
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByText("2014–2018")).toBeVisible();
    await expect(page.getByRole("button", { name: text("Education.add") })).toBeFocused();

    await act(page, object, "Params.edit");
    await expect(comboboxOf(page, text("Params.region"))).toHaveValue(tashkentName());
    await expect(comboboxOf(page, text("Education.object"))).toHaveValue(object);
    await page.getByLabel(text("Education.speciality")).fill("Физика");
    // Typed over what is there, and left without choosing from the list.
    await comboboxOf(page, text("Params.start")).click();
    await page.keyboard.type("2015");
    await expect(page.getByRole("option", { name: "2015", exact: true })).toBeVisible();
    await page.keyboard.press("Tab");
    await page.getByLabel(text("Params.untilNow")).check();
    await save(page);
    await expect(page.getByText(`Физика · ${tashkentName()}`)).toBeVisible();
    await expect(page.getByText(text("Params.periodUntilNow", { start: "2015" }))).toBeVisible();
    await expect(actionsOf(page, object)).toBeFocused();

    await act(page, object, "Params.delete");
    await stored(page, () => confirmQuestion(page));
    await expect(page.getByText(text("Education.empty"))).toBeVisible();
    await page.reload();
    await expect(page.getByText(text("Education.empty"))).toBeVisible();
  },
);

test("an education is added by one field that finds the institution, and the years", async ({
  at,
  pageOf,
}) => {
  const page = await pageOf(karimov);
  const [object, branch] = [referenceName("institutions", 4), referenceName("institutions", 105)];
  await page.goto(at(routes.educationsSettings()));
  await page
    .getByRole("button", { name: text("Education.add") })
    .last()
    .click();
  const finder = comboboxOf(page, text("Education.finder"));
  await expect(finder).toBeFocused();
  await page.keyboard.type("ТАТУ");
  const options = page.getByRole("listbox", { name: text("Education.finder") }).getByRole("option");
  await expect(options).toHaveText([new RegExp(`^${object}`), new RegExp(`^${branch}`)]);
  await expect(options.first()).toContainText(universityName());
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(finder).toHaveValue(object);
  await expect(finder).toHaveAccessibleDescription(new RegExp(`^${universityName()} · `));
  await expect(comboboxOf(page, text("Params.start"))).toBeFocused();
  await chooseOption(page, text("Params.start"), "2014");
  await chooseOption(page, text("Params.end"), "2018");
  await save(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByText(object)).toBeVisible();
  await expect(page.getByText("2014–2018")).toBeVisible();
});

test(
  "a change that cannot be saved is reverted and reported at its field or in a toast, and nothing entered is lost",
  { tag: "@once" },
  async ({ kampus, pageOf }) => {
    const member = await newMember(kampus, karimov);
    const { object: studiedAt } = await postEducation(kampus, member, physics);
    const page = await pageOf(member, routes.educationsSettings());
    await act(page, studiedAt.name, "Params.edit");
    await page.getByLabel(text("Education.speciality")).fill("Химия");
    const calls = "**/profile/setting/educations/*";
    await page.route(calls, (route) => route.abort());
    await save(page);
    await expect(page.getByText(text("Problem.offline"))).toBeVisible();
    await expect(page.getByText(`Физика · ${tashkentName()}`)).toBeAttached();
    await expect(page.getByLabel(text("Education.speciality"))).toHaveValue("Химия");

    // The request names no institution, like one that was retired since it was chosen.
    await page.unroute(calls);
    await page.route(calls, async (route) => {
      const sent = route.request().postDataJSON() as object;
      await route.continue({ postData: JSON.stringify({ ...sent, object_id: 2_000_000_000 }) });
    });
    await save(page);
    await expect(comboboxOf(page, text("Education.object"))).toBeFocused();
    await expect(comboboxOf(page, text("Education.object"))).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expect(page.getByLabel(text("Education.speciality"))).toHaveValue("Химия");

    await page.unroute(calls);
    await save(page);
    await expect(page.getByText(`Химия · ${tashkentName()}`)).toBeVisible();

    // The notice of the first failure may still be there: only what was said of the deletion counts.
    await expect(page.getByText(text("Problem.offline"))).toBeHidden();
    await page.route(calls, (route) => route.abort());
    await act(page, studiedAt.name, "Params.delete");
    await confirmQuestion(page);
    await expect(page.getByText(text("Problem.offline"))).toBeVisible();
    await expect(actionsOf(page, studiedAt.name)).toBeVisible();

    // A confirmation lies above the form, even when one was open before the form.
    await act(page, studiedAt.name, "Params.edit");
    await page.getByLabel(text("Education.speciality")).fill("Биология");
    await page.keyboard.press("Escape");
    await confirmQuestion(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  },
);

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing in the educations in the ${colorScheme} scheme`, async ({
    kampus,
    at,
    pageOf,
  }) => {
    const member = await newMember(kampus, karimov);
    const { object: studiedAt } = await postEducation(kampus, member, physics);
    const page = await pageOf(member);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(at(routes.educationsSettings()));
    await actionsOf(page, studiedAt.name).click();
    await expect(page.getByRole("menuitem", { name: text("Params.edit") })).toBeVisible();
    await auditScreen(page, "the list and a menu");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: text("Education.add") }).click();
    await save(page);
    await expect(page.getByText(text("Site.required")).first()).toBeVisible();
    await openLists(page);
    await comboboxOf(page, text("Education.establishment")).click();
    await expect(page.getByRole("option", { name: universityName(), exact: true })).toBeVisible();
    await auditScreen(page, "the form with faults and a list of choices");
  });
}
