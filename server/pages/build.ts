/** The last step of `npm run build`: everything that pages are made of, compressed once. */
import { storePrepared } from "#server/pages/prepared-answers.ts";

await storePrepared(".next");
