import * as z from "zod/mini";
import { optionalStudyGroup } from "#lib/members/study-group.ts";
import { readsAsService } from "#lib/validation/reserved-names.ts";

/**
 * An optional study group that a member gives to an education or an invitation: chats, pushes and pictures of links are
 * titled by it, so it passes for the service no more than other titles do (SEC-X4). What was stored before is still looked for.
 */
export const namedStudyGroup = optionalStudyGroup.check(
  z.refine((group) => group === undefined || !readsAsService(group), {
    error: "Site.nameReserved",
  }),
);
