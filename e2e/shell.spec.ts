import { expect, test, text, textsOf } from "#e2e/fixtures.ts";
import { befriend, call, newMember } from "#e2e/members.ts";
import { routes } from "#lib/routes.ts";

const karimov = { surname: "Каримов", name: "Алишер", patronymic: "Бахтиёрович" };
const kim = { surname: "Ким", name: "Елена", patronymic: "Сергеевна" };

test("a visitor on a phone finds the languages at the corner of a long page, wherever it is scrolled", async ({
  at,
  newPage,
}, testInfo) => {
  const page = await newPage();
  await page.goto(at(routes.home()));
  const languages = page.getByRole("button", {
    name: text("Layout.changeLanguage", { name: "Русский" }),
  });
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(languages).toBeInViewport();
  const bottom = await languages.evaluate(
    (element) => window.innerHeight - element.getBoundingClientRect().bottom,
  );
  if (testInfo.project.name === "phone") expect(bottom).toBeLessThan(60);
  await languages.click();
  await expect(page.getByRole("menuitem", { name: "English" })).toBeInViewport();
  await page.getByRole("menuitem", { name: "English" }).click();
  await expect(page).toHaveURL(at(routes.home(), "en"));
});

test("the end of a friendship is asked about, in red, and what came of it is said", async ({
  kampus,
  at,
  newPage,
  signIn,
}, testInfo) => {
  const [me, friend] = [await newMember(kampus, karimov), await newMember(kampus, kim)];
  await befriend(kampus, me, friend);
  const page = await newPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(page, me);
  await page.goto(at(routes.member(friend.id)));
  await page.getByRole("button", { name: text("Friends.unfriend") }).click();
  const question = page.getByRole("dialog", {
    name: text("Friends.unfriendQuestion", { name: friend.fullname }),
  });
  await expect(question).toBeVisible();
  const box = await question.boundingBox();
  if (testInfo.project.name === "wide") expect(box?.width).toBe(380);
  const yes = question.getByRole("button", { name: "Ок", exact: true });
  await expect(yes).toHaveCSS("background-color", "rgb(179, 38, 30)");
  await question.getByRole("button", { name: "Отмена", exact: true }).click();
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: text("Friends.unfriend") }).click();
  await yes.click();
  await expect(page.getByRole("alert").filter({ hasText: text("Site.success") })).toBeVisible();
  await expect(page.getByRole("button", { name: text("Friends.add") })).toBeVisible();
});

test("layers are those of the specification", async ({ at, newPage }) => {
  const page = await newPage();
  await page.goto(at(routes.home()));
  const layers = await page.evaluate(() =>
    ["app", "modal", "popover", "overlay"].map((layer) =>
      Number(
        getComputedStyle(document.documentElement).getPropertyValue(`--mantine-z-index-${layer}`),
      ),
    ),
  );
  expect(layers).toEqual([100, 200, 300, 400]);
});

test("the bell lists the requests: accepted and rejected in place, and says what went wrong", async ({
  kampus,
  at,
  newPage,
  signIn,
}, { project }) => {
  const [me, first, second] = [
    await newMember(kampus, karimov),
    await newMember(kampus, kim),
    await newMember(kampus, { ...kim, name: "Ольга" }),
  ];
  for (const other of [first, second])
    await call(kampus, other, "POST", `/api/ru/profile/friends/friendship/${me.id}/add`);
  const page = await newPage();
  await signIn(page, me);
  await page.goto(at(routes.home()));
  await page.getByRole("button", { name: text("Friends.bellCount", { count: 2 }) }).click();
  const list = page.getByRole("dialog");
  const accept = list.getByRole("button", { name: `${text("Friends.accept")}: ${first.fullname}` });

  await page.route(/friendship\/\d+\/accept$/, (route) => route.abort());
  await accept.click();
  const failure = page.getByRole("alert").filter({ hasText: "Ошибка" });
  await expect(failure).toContainText(text("Problem.offline"));
  await expect(accept).toBeVisible();
  if (project.name === "wide") {
    const gap = async () => {
      const [notice, requests] = [await failure.boundingBox(), await list.boundingBox()];
      return (requests?.x ?? 0) - (notice?.x ?? 0) - (notice?.width ?? 0);
    };
    await expect.poll(gap, "notices come beside the requests").toBeGreaterThanOrEqual(0);
  }

  await page.unroute(/friendship\/\d+\/accept$/);
  await accept.click();
  await expect(page.getByRole("alert").filter({ hasText: "Успешно" })).toContainText(
    text("Answers.friendRequestAccepted"),
  );
  await list.getByRole("button", { name: `${text("Friends.reject")}: ${second.fullname}` }).click();
  await expect(list.getByText(text("Friends.emptyIncoming"))).toBeVisible();
  await expect(
    page.getByRole("button", { name: text("Friends.bellCount", { count: 0 }), exact: true }),
  ).toBeVisible();
});

test("a page that is missing has the header of a member, and of a visitor in their language", async ({
  kampus,
  at,
  newPage,
  signIn,
}) => {
  const member = await newMember(kampus, karimov);
  const page = await newPage();
  const missing = new URL("/en/nothing", at(routes.profile())).href;
  await page.goto(missing);
  await expect(
    page.getByRole("banner").getByRole("link", { name: textsOf("en")("Auth.signIn") }),
  ).toBeVisible();
  await signIn(page, member);
  await page.reload();
  await expect(
    page.getByRole("button", { name: textsOf("en")("Auth.account", { name: member.fullname }) }),
  ).toBeVisible();
});
