import { MemberHomeFiles } from "./member-home-files.tsx";
import HomePage from "#app/[locale]/site/(home)/page.tsx";

/** The home page as a browser with a session begins it: with the files of the part for members. */
export default function HomePageForMembers() {
  return (
    <>
      <MemberHomeFiles />
      <HomePage />
    </>
  );
}
