/** A still of a video, drawn in the browser, because the server does not decode videos. */

const edgeMaxPx = 640;
const quality = 0.8;
const bytesMax = 1024 * 1024;
/** A later frame is taken, because the first is often black. */
const atMostAtS = 1;
const withinMs = 4000;

/** Null when the browser cannot play the video or takes too long; the upload then has no thumbnail. */
export async function frameOfVideo(file: Blob): Promise<Blob | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement("video");
  Object.assign(video, { muted: true, playsInline: true, preload: "auto", src: url });
  const over = AbortSignal.timeout(withinMs);
  try {
    await next(video, "loadeddata", over);
    video.currentTime = Math.min(
      atMostAtS,
      (Number.isFinite(video.duration) ? video.duration : 0) / 4,
    );
    await next(video, "seeked", over);
    return await drawn(video);
  } catch {
    return null; // the upload succeeds without a still
  } finally {
    video.removeAttribute("src");
    video.load(); // releases the file
    URL.revokeObjectURL(url);
  }
}

function next(video: HTMLVideoElement, event: "loadeddata" | "seeked", over: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const give = (reason: string) => () => reject(new Error(reason));
    video.addEventListener(event, () => resolve(), { once: true, signal: over });
    video.addEventListener("error", give("The video cannot be played"), { once: true });
    over.addEventListener("abort", give("The video takes too long"));
  });
}

async function drawn(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, edgeMaxPx / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const frame = await new Promise<Blob | null>((done) =>
    canvas.toBlob(done, "image/jpeg", quality),
  );
  return frame && frame.size <= bytesMax ? frame : null;
}
