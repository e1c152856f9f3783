// @ts-check
/** `npm run migrate`: brings the schema of the database up to date, installing first what is out of date. */
import { runProgram } from "./project/run-program.mjs";

await runProgram("server/migrate.ts");
