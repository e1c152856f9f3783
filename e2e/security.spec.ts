import type { Page } from "@playwright/test";
import { expect, test, text } from "#e2e/fixtures.ts";
import { originOf } from "#lib/site/surfaces.ts";
import { routes } from "#lib/routes.ts";

/** The violations of the page's policy. */
async function watchRefusals(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      refused.push(`${effectiveDirective} ${blockedURI}`),
    );
    Object.assign(window, { refused });
  });
  return () => page.evaluate(() => (window as unknown as { refused: string[] }).refused); // set above
}

test("an injected script does not run, however it comes", async ({ at, newPage }) => {
  const page = await newPage();
  const refusals = await watchRefusals(page);
  await page.goto(at(routes.login()));
  await expect(page.getByRole("img", { name: text("Captcha.alt") })).toBeVisible();
  expect(await refusals()).toEqual([]);

  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.body.append(script);
    document.body.insertAdjacentHTML(
      "beforeend",
      `<img src="data:," onerror="window.injected = true">`,
    );
    const link = document.createElement("a");
    link.href = "javascript:window.injected = true";
    document.body.append(link);
    link.click();
    const foreign = document.createElement("script");
    foreign.src = "https://evil.example/x.js";
    document.body.append(foreign);
  });
  await expect.poll(async () => (await refusals()).length).toBeGreaterThanOrEqual(4);
  expect(await page.evaluate(() => "injected" in window)).toBe(false);
});

test("a file that is not the one of the build does not run", async ({ at, newPage }) => {
  const page = await newPage();
  let tampered = 0;
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    tampered += 1;
    await route.fulfill({ contentType: "text/javascript", body: "window.tampered = true" });
  });
  await page.goto(at(routes.login()));
  await expect(page.getByRole("heading", { name: text("Auth.loginTitle") })).toBeVisible();
  expect(tampered).toBeGreaterThan(0);
  expect(await page.evaluate(() => "tampered" in window)).toBe(false);
});

test("the pages of the API and of the mailbox work under their policies", async ({
  kampus,
  newPage,
}) => {
  for (const [origin, path, shown] of [
    [originOf(kampus.deployment, "site"), "/api/docs/", "Kampus API"],
    [originOf(kampus.deployment, "mail"), "/", "Mailbox"],
  ] as const) {
    const page = await newPage();
    const refusals = await watchRefusals(page);
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(`${origin}${path}`);
    // The document of the API is large, and drawn by one long script.
    await expect(page.getByText(shown).first()).toBeVisible({ timeout: 30_000 });
    expect([...complaints, ...(await refusals())]).toEqual([]);
  }
});
