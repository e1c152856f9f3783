import { z } from "zod";
import { readData } from "#server/infra/reference-data.ts";
import { misplaced } from "#server/reference/reference-faults.ts";
import {
  establishment,
  institutionEntry,
  position,
  type ReferenceFiles,
  region,
  sphere,
} from "#server/reference/reference-files.ts";
import { StartFault } from "#server/infra/start-fault.ts";

/** @throws {StartFault} naming the file and the entry of every fault. */
export function readReferenceFiles(folder?: URL): ReferenceFiles {
  const files = {
    establishments: readData("establishments", z.array(establishment), folder),
    regions: readData("regions", z.array(region), folder),
    institutions: readData("institutions", z.array(institutionEntry), folder),
    spheres: readData("spheres", z.array(sphere), folder),
    positions: readData("positions", z.array(position), folder),
  };
  const faults = misplaced(files);
  if (faults.length > 0) throw new StartFault(faults);
  return files;
}
