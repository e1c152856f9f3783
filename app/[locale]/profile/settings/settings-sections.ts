import {
  IconBell,
  IconBriefcase,
  IconDatabase,
  IconEyeOff,
  IconFolders,
  IconPhoto,
  IconSchool,
  IconShieldLock,
  IconUserCircle,
  IconUserOff,
} from "@tabler/icons-react";
import { routes } from "#lib/routes.ts";

/** The sections of the settings in the order of their list; `segment` is the folder of the page. */
export const settingsSections = [
  {
    segment: "account",
    name: "account",
    hint: "accountHint",
    route: routes.accountSettings(),
    Icon: IconUserCircle,
  },
  {
    segment: "images",
    name: "images",
    hint: "imagesHint",
    route: routes.imagesSettings(),
    Icon: IconPhoto,
  },
  {
    segment: "educations",
    name: "educations",
    hint: "educationsHint",
    route: routes.educationsSettings(),
    Icon: IconSchool,
  },
  {
    segment: "jobs",
    name: "jobs",
    hint: "jobsHint",
    route: routes.jobsSettings(),
    Icon: IconBriefcase,
  },
  {
    segment: "media",
    name: "media",
    hint: "mediaHint",
    route: routes.mediaSettings(),
    Icon: IconFolders,
  },
  {
    segment: "notifications",
    name: "notifications",
    hint: "notificationsHint",
    route: routes.notificationSettings(),
    Icon: IconBell,
  },
  {
    segment: "privacy",
    name: "privacy",
    hint: "privacyHint",
    route: routes.privacySettings(),
    Icon: IconEyeOff,
  },
  {
    segment: "blocked",
    name: "blocked",
    hint: "blockedHint",
    route: routes.blockedSettings(),
    Icon: IconUserOff,
  },
  {
    segment: "security",
    name: "security",
    hint: "securityHint",
    route: routes.securitySettings(),
    Icon: IconShieldLock,
  },
  {
    segment: "data",
    name: "data",
    hint: "dataHint",
    route: routes.dataSettings(),
    Icon: IconDatabase,
  },
] as const;
