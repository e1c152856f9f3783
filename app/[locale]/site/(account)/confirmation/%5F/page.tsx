import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Verification } from "#components/auth/confirmation/verification.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Auth");
  // The address holds a secret: no other site may learn it.
  return { title: t("confirmationPageTitle"), referrer: "no-referrer" };
}

/** `/confirmation/{token}`: the link of the confirmation mail. */
export default function VerificationPage() {
  return <Verification />;
}
