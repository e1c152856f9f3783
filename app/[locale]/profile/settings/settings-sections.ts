import {
  IconBell,
  IconBriefcase,
  IconDatabase,
  IconEyeOff,
  IconFolders,
  IconLink,
  IconPhoto,
  IconSchool,
  IconShieldLock,
  IconUserCircle,
  IconUserOff,
} from "@tabler/icons-react";
import { routes } from "#lib/routes.ts";

/** The sections of the settings in the order of their list; `segment` is the folder of the page and names its texts. */
export const settingsSections = [
  { segment: "account", route: routes.accountSettings(), Icon: IconUserCircle },
  { segment: "images", route: routes.imagesSettings(), Icon: IconPhoto },
  { segment: "educations", route: routes.educationsSettings(), Icon: IconSchool },
  { segment: "jobs", route: routes.jobsSettings(), Icon: IconBriefcase },
  { segment: "media", route: routes.mediaSettings(), Icon: IconFolders },
  { segment: "invitations", route: routes.invitationsSettings(), Icon: IconLink },
  { segment: "notifications", route: routes.notificationSettings(), Icon: IconBell },
  { segment: "privacy", route: routes.privacySettings(), Icon: IconEyeOff },
  { segment: "blocked", route: routes.blockedSettings(), Icon: IconUserOff },
  { segment: "security", route: routes.securitySettings(), Icon: IconShieldLock },
  { segment: "data", route: routes.dataSettings(), Icon: IconDatabase },
] as const;
