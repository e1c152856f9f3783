import { sql } from "kysely";

/** The day it is, in UTC and by the database's clock: the same on every node. */
export const today = sql<string>`(now() AT TIME ZONE 'utc')::date`;
