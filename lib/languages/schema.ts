import { z } from "zod";

export const language = z.object({ id: z.int(), name: z.string(), locale: z.string() });
export type Language = z.infer<typeof language>;
