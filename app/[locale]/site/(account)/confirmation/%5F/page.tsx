import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { Verification } from "#components/auth/confirmation/verification.tsx";

// The address holds a secret: no other site may learn it.
export const generateMetadata = pageMetadata("Auth.confirmationPageTitle", {
  referrer: "no-referrer",
});

/** `/confirmation/{token}`: the link of the confirmation mail. */
export default function VerificationPage() {
  return <Verification />;
}
