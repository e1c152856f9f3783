// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { TextField } from "#components/ui/forms/text-field.tsx";
import { type FormSchema, useCheckedForm } from "#components/ui/forms/use-checked-form.ts";
import { ApiFailure } from "#lib/api/api-client.ts";
import { requiredText } from "#lib/validation/schema.ts";
import messages from "#messages/ru.json" with { type: "json" };

const schema = z.object({ city: requiredText, street: requiredText, house: requiredText });
type Address = z.infer<typeof schema>;
const noAddress: Address = { city: "", street: "", house: "" };

interface AddressFormProps {
  send: (address: Address) => Promise<void>;
  rules?: FormSchema | undefined;
}

function AddressForm({ send, rules = schema }: AddressFormProps) {
  const { form, alert, submit } = useCheckedForm({ schema: rules, initialValues: noAddress, send });
  return (
    <form noValidate onSubmit={submit}>
      <p role="alert">{alert}</p>
      <TextField {...form.getInputProps("city")} label="Город" />
      <TextField {...form.getInputProps("street")} label="Улица" />
      <TextField {...form.getInputProps("house")} label="Дом" />
      <button type="button" onClick={() => form.setValues({ city: "Ташкент", street: "Навои" })}>
        Найти меня
      </button>
      <button type="submit" disabled={form.submitting}>
        Сохранить
      </button>
    </form>
  );
}

function show(send = vi.fn((_address: Address) => Promise.resolve()), rules?: FormSchema) {
  render(
    <NextIntlClientProvider locale="ru" messages={messages}>
      <AddressForm send={send} rules={rules} />
    </NextIntlClientProvider>,
  );
  return send;
}

const save = () => userEvent.click(screen.getByRole("button", { name: "Сохранить" }));
const field = (label: string) => screen.getByLabelText(label);
const required = "Обязательное поле";

describe("a form", () => {
  it("that is sent before its schema is loaded waits for the schema and shows every fault", async () => {
    const rules = Promise.withResolvers<z.ZodMiniType>();
    const send = show(undefined, () => rules.promise);
    await save();
    expect(screen.queryByText(required)).not.toBeInTheDocument();
    const button = screen.getByRole("button", { name: "Сохранить" });
    expect(button).toBeDisabled();
    rules.resolve(schema);
    await waitFor(() => expect(screen.getAllByText(required)).toHaveLength(3));
    expect(field("Город")).toHaveFocus();
    expect(button).toBeEnabled();
    expect(send).not.toHaveBeenCalled();
  });

  it("whose schema cannot be loaded when it is sent says so, and has the focus on its button again", async () => {
    const rules = Promise.withResolvers<z.ZodMiniType>();
    show(undefined, () => rules.promise);
    await save();
    const button = screen.getByRole("button", { name: "Сохранить" });
    button.blur(); // as browsers do with a button that is disabled, but not jsdom
    rules.reject(new Error("no network"));
    await waitFor(() =>
      expect(screen.getByRole("alert")).toHaveTextContent(messages.Problem.offline),
    );
    expect(button).toBeEnabled();
    await waitFor(() => expect(button).toHaveFocus());
  });

  it("keeps the focus on its button after it was sent, though the button was disabled meanwhile", async () => {
    const sent = Promise.withResolvers<null>();
    show(
      vi.fn(async (_address: Address) => {
        await sent.promise;
      }),
    );
    for (const label of ["Город", "Улица", "Дом"]) await userEvent.type(field(label), "Навои");
    await save();
    const button = screen.getByRole("button", { name: "Сохранить" });
    await waitFor(() => expect(button).toBeDisabled());
    button.blur(); // as browsers do with a button that is disabled, but not jsdom
    expect(document.body).toHaveFocus();
    sent.resolve(null);
    await waitFor(() => expect(button).toHaveFocus());
  });

  it("loads its schema with the first change, and sends nothing while the schema cannot be loaded", async () => {
    const fetchRules = vi.fn(() => Promise.reject(new Error("no network")));
    const send = show(undefined, fetchRules);
    expect(fetchRules).not.toHaveBeenCalled();
    await userEvent.type(field("Город"), "Т");
    expect(fetchRules).toHaveBeenCalledTimes(1);
    await save();
    await waitFor(() =>
      expect(screen.getByRole("alert")).toHaveTextContent(messages.Problem.offline),
    );
    expect(send).not.toHaveBeenCalled();
  });

  it("is validated by its current schema, as where a choice in it requires other fields", async () => {
    const send = vi.fn((_address: Address) => Promise.resolve());
    const formWith = (rules: FormSchema) => (
      <NextIntlClientProvider locale="ru" messages={messages}>
        <AddressForm send={send} rules={rules} />
      </NextIntlClientProvider>
    );
    const { rerender } = render(formWith(schema));
    rerender(formWith(z.object({ city: requiredText })));
    await userEvent.type(field("Город"), "Ташкент");
    await save();
    expect(send).toHaveBeenCalledOnce();
  });

  it("shows every fault at once, focuses the first, and sends nothing", async () => {
    const send = show();
    await userEvent.type(field("Улица"), "Навои");
    await save();
    expect(screen.getAllByText(required)).toHaveLength(2);
    expect(field("Город")).toHaveFocus();
    expect(field("Улица")).toBeValid();
    expect(send).not.toHaveBeenCalled();
  });

  it("removes a message as its field is changed, and leaves those of the other fields", async () => {
    show();
    await save();
    await userEvent.type(field("Дом"), "1");
    expect(field("Дом")).toBeValid();
    expect(screen.getAllByText(required)).toHaveLength(2);
  });

  it("keeps the message of a field that was not among those filled in together", async () => {
    show();
    await save();
    await userEvent.click(screen.getByRole("button", { name: "Найти меня" }));
    expect(field("Улица")).toHaveValue("Навои");
    expect(field("Улица")).toBeValid();
    expect(field("Дом")).toHaveAccessibleDescription(required);
  });

  it("shows the server's message at its field, focuses that field, and keeps what was typed", async () => {
    const refusal = new ApiFailure("Нет такой улицы", {
      status: 422,
      errors: { street: ["Нет такой улицы", "Ещё что-то"], key: ["Не поле формы"] },
    });
    show(vi.fn(() => Promise.reject(refusal)));
    for (const label of ["Город", "Улица", "Дом"]) await userEvent.type(field(label), "А");
    await save();
    await waitFor(() => expect(field("Улица")).toHaveFocus());
    expect(field("Улица")).toHaveAccessibleDescription("Нет такой улицы");
    expect(field("Улица")).toHaveValue("А");
    expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  });

  it("is sent once by a double click", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const send = show(vi.fn(() => promise));
    for (const label of ["Город", "Улица", "Дом"]) await userEvent.type(field(label), "А");
    await userEvent.dblClick(screen.getByRole("button", { name: "Сохранить" }));
    expect(send).toHaveBeenCalledExactlyOnceWith({ city: "А", street: "А", house: "А" });
    resolve(undefined);
    await waitFor(() => expect(screen.getByRole("button", { name: "Сохранить" })).toBeEnabled());
  });
});

describe("the forms of Kampus", () => {
  it("all use @mantine/form through one module", () => {
    const users = readdirSync("components", { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .filter((file) => readFileSync(`components/${file}`, "utf8").includes('"@mantine/form"'));
    expect(users).toEqual(["ui/forms/use-checked-form.ts"]);
  });
});
