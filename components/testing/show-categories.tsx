/** Renders a small tree of categories for component tests, with a server that answers as the test says. */
import { screen } from "@testing-library/react";
import { vi } from "vitest";
import { Categories, type CategoriesProps } from "#components/categories/categories.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";

const icon = '<svg viewBox="0 0 24 24"><path d="M4 4h16v16H4z"></path></svg>';
const node = (id: number, name: string, total: number, childrens: object[] = []) => ({
  id,
  name,
  total,
  source: childrens.length > 0 ? icon : "",
  childrens,
});
export const sampleTree = [
  node(1, "Университет", 1234, [
    node(10, "Бухарская область", 2, [node(11, "Бухара", 2)]),
    node(20, "Ташкент", 27),
  ]),
  node(2, "Школа", 9, [node(20, "Ташкент", 9)]),
  node(3, "Училище", 1),
];

const properties = ["establishment", "region"] as const;

export function answerWith(answer: () => Promise<Response>): void {
  vi.stubGlobal("fetch", answer);
}

export function showCategories(onChoose?: CategoriesProps["onChoose"]): void {
  renderWithProviders(
    <Categories properties={properties} surface="site" {...(onChoose && { onChoose })} />,
    { surface: "site" },
  );
}

export async function showTree(onChoose?: CategoriesProps["onChoose"]): Promise<void> {
  showCategories(onChoose);
  await screen.findByRole("tree", { name: "Виды учебных заведений" });
}

export const item = (name: RegExp) => screen.getByRole("treeitem", { name });

export const address = () => window.location.pathname + window.location.search;
