// @ts-check
/**
 * `npm run seed`: fills the database with members for demonstrations and measurements, installing first what is out of
 * date.
 */
import { runProgram } from "./project/run-program.mjs";

await runProgram("server/seed.ts");
