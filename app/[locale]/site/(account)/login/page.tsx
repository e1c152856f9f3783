import { LoginScreen } from "./login-screen.tsx";
import { pageMetadata } from "#app/[locale]/page-metadata.ts";

export const generateMetadata = pageMetadata("Auth.loginPageTitle");

export default function LoginPage() {
  return <LoginScreen />;
}
