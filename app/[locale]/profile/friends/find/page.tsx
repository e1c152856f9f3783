import { FindPeople } from "./find-people.tsx";
import { pageMetadata } from "#app/[locale]/page-metadata.ts";

export const generateMetadata = pageMetadata("People.title");

export default function FindPeoplePage() {
  return <FindPeople />;
}
