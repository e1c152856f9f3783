import { expect, test } from "vitest";
import { placesOf } from "#app/[locale]/profile/places.ts";
import type { Education } from "#lib/education/schema.ts";
import type { Job } from "#lib/jobs/schema.ts";

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

test("what goes on stands before what is over, however early it began", () => {
  const { institution } = placesOf(
    [educationAt("ТУИТ", 2014, 2018), educationAt("Вечерняя школа", 2010, null)],
    [],
  );
  expect(institution).toEqual({ name: "Вечерняя школа", start: 2010, end: null });
});

test("of what is over the last to end is shown", () => {
  const jobs = [jobAs("Стажёр", 2018, 2019), jobAs("Инженер", 2019, 2024)];
  expect(placesOf([], jobs).position).toBe("Инженер");
});

test("the region is that of the newest of all", () => {
  const studied = [educationAt("СамГУ", 2014, 2018)];
  expect(placesOf(studied, []).region).toBe("Самарканд");
  expect(placesOf(studied, [jobAs("Инженер", 2019, null)]).region).toBe("Ташкент");
});

test("a member who has told nothing has no places", () => {
  expect(placesOf([], [])).toEqual({
    region: undefined,
    institution: undefined,
    position: undefined,
  });
});
