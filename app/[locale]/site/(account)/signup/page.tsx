import { SignupScreen } from "./signup-screen.tsx";
import { pageMetadata } from "#app/[locale]/page-metadata.ts";

export const generateMetadata = pageMetadata("Auth.signupPageTitle");

export default function SignupPage() {
  return <SignupScreen />;
}
