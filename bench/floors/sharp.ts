/** The least that images cost: sharp makes of each file what Kampus keeps of it, one after another. Runs by itself. */
import sharp from "sharp";

sharp.concurrency(1);
sharp.cache(false);
const startedAt = performance.now();
for (const file of process.argv.slice(2)) {
  const { data, info } = await sharp(file)
    .autoOrient()
    .resize({ width: 1600, height: 1600, fit: "inside" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  await sharp(data, { raw }).webp({ quality: 82, effort: 3 }).toBuffer();
  for (const edge of [360, 192, 96, 48, 16])
    await sharp(data, { raw }).resize(edge, edge).webp().toBuffer();
}
console.log(performance.now() - startedAt);
