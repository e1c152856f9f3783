import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { LoginScreen } from "./login-screen.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Auth");
  return { title: t("loginPageTitle") };
}

export default function LoginPage() {
  return <LoginScreen />;
}
