import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { ClassStrip } from "#components/classes/class-strip.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { ownEducations } from "#lib/periods/queries.ts";
import { useDeletePeriod } from "#lib/periods/use-save-period.ts";

function Educations() {
  const { mutate } = useDeletePeriod(ownEducations("ru"), {
    onDone: () => undefined,
    onFailed: () => undefined,
  });
  return <button onClick={() => mutate({ deleted: 7 })}>Удалить учёбу</button>;
}

/** The page of an institution and the settings, which the member opens in turn. */
function Pages() {
  const [isInstitution, setIsInstitution] = useState(true);
  return (
    <>
      <button onClick={() => setIsInstitution(!isInstitution)}>Другая страница</button>
      {isInstitution ? <ClassStrip objectId={5} /> : <Educations />}
    </>
  );
}

const chip = (name: RegExp) => screen.findByRole("link", { name });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("the classes of an institution mark the own ones as they are once an education has changed in the settings", async () => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  let mine = true;
  renderWithProviders(<Pages />, {
    answer: (call) => {
      if (call.startsWith("DELETE")) {
        mine = false;
        return { body: { message: "Готово" } };
      }
      const summary = { key: "2004-2014", start: 2004, end: 2014, total: 3, mine };
      return { body: { data: [summary], meta: { next: null, total: 1 } } };
    },
  });
  expect(await chip(/3 человека, ваш класс/i)).toBeVisible();
  await press("Другая страница");
  await press("Удалить учёбу");
  await press("Другая страница");
  expect(await chip(/3 человека$/)).toBeVisible();
});
