import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { InstitutionField } from "#components/periods/education/institution-field.tsx";
import {
  answerParams,
  choiceField,
  school,
  tashkent,
  yunusabad,
} from "#components/testing/answer-params.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { Named } from "#lib/params/schema.ts";

it.each<[where: string, regions: Named[], told: RegExp]>([
  ["region", [tashkent], /В этом регионе нет заведений этого вида/],
  ["district", [tashkent, yunusabad], /Здесь нет заведений этого вида. Выберите регион шире/],
])("a %s without institutions of the kind is told as that", async (_, regions, told) => {
  answerParams();
  renderWithProviders(
    <InstitutionField
      establishment={school}
      regions={regions}
      value={null}
      error={undefined}
      onChange={() => undefined}
    />,
  );
  await userEvent.click(choiceField("Учебное заведение"));
  expect(await screen.findByText(told)).toBeVisible();
  await userEvent.type(choiceField("Учебное заведение"), "xyz");
  expect(await screen.findByText("Ничего не найдено")).toBeVisible();
});
