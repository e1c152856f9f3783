/** The signed-in member of tests. */
import type { User } from "#lib/auth/schema.ts";

export const memberSample: User = {
  id: 1,
  fullname: "Каримов Алишер Бахтиёрович",
  surname: "Каримов",
  name: "Алишер",
  patronymic: "Бахтиёрович",
  email: "alisher@kampus.example",
  verified: true,
  image: null,
  locale: "ru",
};
