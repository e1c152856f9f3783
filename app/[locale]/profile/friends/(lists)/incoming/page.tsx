import { pageMetadata } from "#app/[locale]/page-metadata.ts";
import { RequestsWithAcceptances } from "#app/[locale]/profile/friends/(lists)/requests-with-acceptances.tsx";

export const generateMetadata = pageMetadata("Friends.incomingTitle");

export default function IncomingRequestsPage() {
  return <RequestsWithAcceptances />;
}
