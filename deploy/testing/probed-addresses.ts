import { readFile } from "node:fs/promises";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { inRoot } from "#scripts/project/paths.mjs";

const configuration = z.object({
  scrape_configs: z.array(
    z.object({
      job_name: z.string(),
      static_configs: z.array(z.object({ targets: z.array(z.string()) })),
    }),
  ),
});

/** The addresses at which Prometheus asks for the site as visitors do; each has to be answered with success. */
export async function probedAddresses(): Promise<URL[]> {
  const text = await readFile(inRoot("deploy/monitoring/prometheus.yml"), "utf8");
  const { scrape_configs: jobs } = configuration.parse(parseAllDocuments(text)[0]?.toJS());
  return jobs
    .filter(({ job_name }) => job_name === "kampus-site")
    .flatMap((job) => job.static_configs.flatMap(({ targets }) => targets))
    .map((target) => new URL(target));
}
