/** The category tree: kinds of institution, the regions nested under them (S-CATEGORIES). */
import * as z from "zod/mini";
import { dataOf, id } from "#lib/http/schema.ts";

export const categoryNode = z.object({
  id,
  name: z.string(),
  /** The number of institutions in this node and below it; never 0. */
  total: z.int().check(z.gte(1)),
  /** Sanitised SVG markup of the icon; empty where a node has none. */
  source: z.string(),
  get childrens() {
    return z.array(categoryNode);
  },
});
export type CategoryNode = z.infer<typeof categoryNode>;

export const categoriesAnswer = dataOf(z.array(categoryNode));
