import * as z from "zod/mini";

export const language = z.object({ id: z.int(), name: z.string(), locale: z.string() });
export type Language = z.infer<typeof language>;
