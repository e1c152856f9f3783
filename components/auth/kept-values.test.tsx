// @vitest-environment jsdom
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { renderWithProviders } from "#components/testing/render.tsx";
import { TextField } from "#components/ui/forms/text-field.tsx";
import { useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { useKeptValues } from "#lib/auth/use-kept-values.ts";
import { useAuth } from "#lib/auth/auth-context.tsx";
import { clearToken, writeToken } from "#lib/browser/cookies.ts";
import { memberSample } from "#lib/testing/member-samples.ts";

const schema = z.object({ city: z.string(), years: z.array(z.number()) });
const initialValues: z.infer<typeof schema> = { city: "", years: [] };

function TownForm({ name }: { name: string }) {
  const { form } = useCheckedForm({ schema, initialValues, send: () => Promise.resolve() });
  useKeptValues(name, form, initialValues);
  const { years } = form.values;
  return (
    <form>
      <TextField {...form.getInputProps("city")} label="Город" />
      <button type="button" onClick={() => form.setFieldValue("years", [...years, 2014])}>
        Добавить год
      </button>
      <output>{years.join(", ")}</output>
    </form>
  );
}

/** Shows the form to members, as the gate of their pages does. */
function Gate({ name }: { name: string }) {
  const auth = useAuth();
  if (auth.status !== "authenticated") return <p>Вход</p>;
  return (
    <>
      <button type="button" onClick={() => void auth.signOut()}>
        Выйти
      </button>
      <TownForm name={name} />
    </>
  );
}

const show = ({ name = "town", id = memberSample.id } = {}) =>
  renderWithProviders(<Gate name={name} />, {
    member: { ...memberSample, id },
    answer: () => ({ body: { message: "" } }),
  });

const city = () => screen.findByLabelText("Город");

async function fillIn() {
  await userEvent.type(await city(), "Бухара");
  await userEvent.click(screen.getByRole("button", { name: "Добавить год" }));
}

async function endSession() {
  act(() => clearToken());
  await screen.findByText("Вход");
  cleanup();
}

beforeEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

it("what a member typed into a form is there again when they sign in after the end of their session, and only once", async () => {
  show();
  await fillIn();
  await endSession();
  show();
  expect(await city()).toHaveValue("Бухара");
  expect(screen.getByRole("status")).toHaveTextContent("2014");
  cleanup();
  show();
  expect(await city()).toHaveValue("");
});

it("what a member typed in one tab is there again after their session has ended and they have signed in in another tab", async () => {
  show();
  await fillIn();
  // This tab hears of both at once, and is loaded anew.
  act(() => writeToken("of-their-next-session"));
  cleanup();
  show();
  expect(await city()).toHaveValue("Бухара");
});

it("what a member typed before the end of their session is shown to no other member", async () => {
  show();
  await fillIn();
  await endSession();
  show({ id: 2 });
  expect(await city()).toHaveValue("");
  expect(sessionStorage).toHaveLength(0);
});

it("what a member typed before the end of their session comes to no other form", async () => {
  show();
  await fillIn();
  await endSession();
  show({ name: "village" });
  expect(await city()).toHaveValue("");
});

it("what a member typed before the end of their session is not taken up a day later", async () => {
  show();
  await fillIn();
  await endSession();
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 25 * 60 * 60_000);
  show();
  expect(await city()).toHaveValue("");
});

it("nothing is kept of a form that its member closes, or has not changed", async () => {
  show();
  await fillIn();
  cleanup();
  show();
  await city();
  await endSession();
  expect(sessionStorage).toHaveLength(0);
});

it("nothing is kept of the form of a member who signs out", async () => {
  show();
  await fillIn();
  await userEvent.click(screen.getByRole("button", { name: "Выйти" }));
  await screen.findByText("Вход");
  expect(sessionStorage).toHaveLength(0);
});

it("what was kept of one form is removed when its member signs out at another one", async () => {
  show();
  await fillIn();
  await endSession();
  show({ name: "village" });
  await userEvent.click(await screen.findByRole("button", { name: "Выйти" }));
  await screen.findByText("Вход");
  expect(sessionStorage).toHaveLength(0);
});

it("what was kept of one form is removed when another member opens another one, and not when its own member does", async () => {
  show();
  await fillIn();
  await endSession();
  show({ name: "village" });
  await city();
  expect(sessionStorage).toHaveLength(1);
  cleanup();
  show({ name: "village", id: 2 });
  await city();
  expect(sessionStorage).toHaveLength(0);
});

it("every form keeps what was typed but those with a secret, and those before the sign-in", () => {
  const forms = readdirSync("components", { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => ({ file, source: readFileSync(`components/${file}`, "utf8") }))
    .filter(({ source }) => /\buseCheckedForm\(\{/.test(source));
  const forgetful = forms.filter(({ source }) => !/\buseKeptValues[(<]/.test(source));
  expect(forgetful.map(({ file }) => file).sort()).toEqual([
    "account/account-deletion.tsx",
    "account/password-dialog.tsx",
    "account/password-form.tsx",
    "account/phone-forms.tsx",
    "auth/confirmation/address-correction.tsx",
    "auth/use-account-form.ts",
    "recovery/recovery-steps.tsx",
  ]);
});
