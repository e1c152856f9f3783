import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FindPeople } from "./find-people.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("People");
  return { title: t("title") };
}

export default function FindPeoplePage() {
  return <FindPeople />;
}
