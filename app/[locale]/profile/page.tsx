import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { OwnPage } from "#app/[locale]/profile/own-page.tsx";

export const generateMetadata = pageMetadata("Profile.title");

export default function OwnProfilePage() {
  return <OwnPage />;
}
