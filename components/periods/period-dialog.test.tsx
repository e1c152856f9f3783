import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useState } from "react";
import { describe, expect, it } from "vitest";
import { type FormInDialog, PeriodDialog } from "#components/periods/period-dialog.tsx";
import { PeriodForm } from "#components/periods/period-form.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";

function Form({ onChanged, onLeave }: FormInDialog) {
  return (
    <PeriodForm submitting={false} onSubmit={() => undefined} onLeave={onLeave}>
      <input
        data-autofocus
        aria-label="Компания"
        onChange={({ currentTarget }) => onChanged(currentTarget.value !== "")}
      />
    </PeriodForm>
  );
}

function Dialog({ draft }: { draft?: Promise<object> }) {
  const [opened, setOpened] = useState(true);
  const [data, setData] = useState(draft ? undefined : {});
  useEffect(() => void draft?.then(setData), [draft]);
  return (
    <PeriodDialog
      title="Работа"
      opened={opened}
      onClose={() => setOpened(false)}
      draft={{ data, error: null, errorUpdateCount: 0, refetch: () => undefined }}
    >
      {(_, form) => <Form {...form} />}
    </PeriodDialog>
  );
}

const field = () => screen.getByLabelText("Компания");

const closed = () =>
  waitFor(() => expect(screen.queryByRole("dialog", { name: "Работа" })).not.toBeInTheDocument());

const depth = (entries: number) =>
  waitFor(() =>
    expect((window.history.state as { depth?: number } | null)?.depth ?? 0).toBe(entries),
  );

/** Goes back once the history has an entry for the dialog. */
async function goBack() {
  await depth(1);
  window.history.back();
}

async function answer(name: string) {
  const question = await screen.findByRole("dialog", { name: /Закрыть без сохранения/ });
  await userEvent.click(await within(question).findByRole("button", { name }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
}

describe("the dialog of a form", () => {
  it("is closed by the browser's Back, and not reopened", async () => {
    renderWithProviders(<Dialog />);
    await goBack();
    await closed();
    await depth(0);
  });

  it("asks for confirmation at every Back before entered values are discarded", async () => {
    renderWithProviders(<Dialog />);
    await userEvent.type(field(), "Школа");
    await goBack();
    await answer("Отмена");
    expect(field()).toHaveValue("Школа");
    await goBack();
    await answer("Ок");
    await closed();
  });

  it("focuses the first field, though that may load later than the dialog", async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    renderWithProviders(<Dialog draft={promise} />);
    await waitFor(() => expect(screen.getByRole("button", { name: "Закрыть" })).toHaveFocus());
    resolve({});
    await waitFor(() => expect(field()).toHaveFocus());
  });
});
