import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { SignupScreen } from "./signup-screen.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Auth");
  return { title: t("signupPageTitle") };
}

export default function SignupPage() {
  return <SignupScreen />;
}
