import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Member } from "./member.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Profile");
  return { title: t("memberTitle") };
}

/** Behind `/users/{id}` for every id: the browser reads it from the address. */
export default function MemberPage() {
  return <Member />;
}
