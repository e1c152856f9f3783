import { z } from "zod";
import { type Ask, openMembersSite } from "#bench/members-site.ts";
import { type ProfileCall, profileCalls } from "#bench/profile/profile-calls.ts";

/** Who is compared, and whose profile they look at. The first seeded member of many has more friends than that of few. */
const memberNumber = 2;
const otherId = 3;

/** A server, and the member who calls it. */
export interface Site {
  calls: ProfileCall[];
  ask: Ask;
  close: () => Promise<void>;
}

const ids = z.object({ data: z.array(z.object({ id: z.int() })) });

/** Serves a seeded database and signs in. */
export async function openSite(databaseUrl: string): Promise<Site> {
  const site = await openMembersSite(databaseUrl);
  try {
    const ask = await site.signIn(memberNumber);
    const firstIn = async (list: string) => ids.parse(await ask("GET", list)).data[0]?.id ?? 0;
    return {
      calls: profileCalls(otherId, {
        educationId: await firstIn("profile/setting/educations"),
        jobId: await firstIn("profile/setting/jobs"),
      }),
      ask,
      close: site.close,
    };
  } catch (error) {
    await site.close();
    throw error;
  }
}
