// @ts-check
/** `npm run drill`: loses a database and a store of its own and restores them, installing first what is out of date. */
import { runProgram } from "./project/run-program.mjs";

await runProgram("deploy/backup/drill.ts");
