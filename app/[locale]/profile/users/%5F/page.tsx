import { MemberScreen } from "./member-screen.tsx";
import { pageMetadata } from "#app/[locale]/page-metadata.ts";

export const generateMetadata = pageMetadata("Profile.memberTitle");

/** Behind `/users/{id}` for every id: the browser reads it from the address. */
export default function MemberPage() {
  return <MemberScreen />;
}
