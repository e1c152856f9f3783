import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { MemberScreen } from "./member-screen.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Profile");
  return { title: t("memberTitle") };
}

/** Behind `/users/{id}` for every id: the browser reads it from the address. */
export default function MemberPage() {
  return <MemberScreen />;
}
