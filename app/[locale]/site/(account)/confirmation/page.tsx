import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { Confirmation } from "#components/auth/confirmation/confirmation.tsx";

export const generateMetadata = pageMetadata("Auth.confirmationPageTitle");

export default function ConfirmationPage() {
  return <Confirmation />;
}
