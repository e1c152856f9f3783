import { expect, test } from "vitest";
import { placesOf } from "#app/[locale]/profile/places.ts";
import type { Education } from "#lib/periods/education/schema.ts";
import type { Job } from "#lib/periods/jobs/schema.ts";

const named = (name: string) => ({ id: 1, name });

const educationAt = (name: string, start: number, end: number | null): Education => ({
  id: start,
  establishment: named("Вуз"),
  region: named("Самарканд"),
  object: named(name),
  start,
  end,
});

const jobAs = (name: string, start: number, end: number | null): Job => ({
  id: start,
  sphere: named("ИТ"),
  position: named(name),
  region: named("Ташкент"),
  company: "Узбектелеком",
  start,
  end,
});

test("a current education or job comes before a past one, however early it began", () => {
  const { institution } = placesOf(
    [educationAt("ТУИТ", 2014, 2018), educationAt("Вечерняя школа", 2010, null)],
    [],
  );
  expect(institution).toEqual({
    name: "Вечерняя школа",
    region: "Самарканд",
    start: 2010,
    end: null,
  });
});

test("among past ones, the last to end is shown", () => {
  const jobs = [jobAs("Стажёр", 2018, 2019), jobAs("Инженер", 2019, 2024)];
  expect(placesOf([], jobs).position).toEqual({ name: "Инженер", start: 2019, end: 2024 });
});

test("a member lives where they work now, not where they studied or used to work", () => {
  const studied = [educationAt("СамГУ", 2014, 2018)];
  expect(placesOf(studied, [jobAs("Инженер", 2019, null)]).region).toBe("Ташкент");
  expect(placesOf(studied, [jobAs("Инженер", 2019, 2024)]).region).toBeUndefined();
  expect(placesOf(studied, []).region).toBeUndefined();
});

test("the city of an institution is shown with it, unless the line has named it already", () => {
  const studied = [educationAt("СамГУ", 2014, 2018)];
  expect(placesOf(studied, []).institution?.region).toBe("Самарканд");
  const teaching = { ...jobAs("Учитель", 2019, null), region: named("Самарканд") };
  expect(placesOf(studied, [teaching]).institution?.region).toBeUndefined();
});

test("a member without educations and jobs has no places", () => {
  expect(placesOf([], [])).toEqual({
    region: undefined,
    institution: undefined,
    position: undefined,
  });
});
