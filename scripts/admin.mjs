// @ts-check
/** `npm run admin` runs a command of the operator; it first installs packages that are out of date. */
import { runProgram } from "./project/run-program.mjs";

await runProgram("server/admin.ts", { asks: true });
