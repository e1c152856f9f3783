/** The last step of `npm run build`: prepares and compresses pages and their files once. */
import { storePrepared } from "#server/pages/prepared-answers.ts";

await storePrepared(".next");
