// @ts-check
import { runNode } from "./child.mjs";
import { runCommand } from "./fault.mjs";
import { ensureInstalled } from "./install.mjs";
import { projectNode } from "./paths.mjs";

/**
 * Runs a program with the arguments of this command, installing first what is out of date. With `asks` it reads the
 * terminal.
 *
 * @param {string} program
 * @param {{ asks?: boolean }} [options]
 */
export const runProgram = (program, options) =>
  runCommand(async () => {
    await ensureInstalled();
    const { code } = await runNode(projectNode, [program, ...process.argv.slice(2)], options);
    return code;
  });
