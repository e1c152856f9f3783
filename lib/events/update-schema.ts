/**
 * The socket event about events of classes, in a module without the schemas of their forms, so that the home page loads
 * less.
 */
import * as z from "zod/mini";
import { id } from "#lib/http/schema.ts";

/** Event `class_event`, to members whom a change concerns: an event of the class is new, changed or cancelled. */
export const classEventEvent = z.object({ object_id: id, class_key: z.string(), id });
