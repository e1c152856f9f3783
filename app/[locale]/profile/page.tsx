import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FriendsPreview } from "#components/friends/friends-preview.tsx";
import { OwnProfile } from "#components/profile/own-profile.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("Profile");
  return { title: t("title") };
}

export default function OwnProfilePage() {
  return (
    <OwnProfile>
      <FriendsPreview />
    </OwnProfile>
  );
}
