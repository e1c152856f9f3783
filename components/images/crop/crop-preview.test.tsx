import { act, renderHook, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { CropPreview } from "#components/images/crop/crop-dialog.tsx";
import classes from "#components/images/crop/crop-dialog.module.css";
import { usePlacing } from "#components/images/upload/use-placing.ts";
import { applyModule } from "#components/testing/applied-styles.ts";
import { renderWithProviders } from "#components/testing/render.tsx";
import messages from "#messages/ru.json" with { type: "json" };

type Placing = ReturnType<typeof usePlacing>;

/** A picture twice as wide as high, as it lies under its frame at first and after `move`. */
function placingOf(shape: "square" | "whole", move: (placing: Placing) => void = () => undefined) {
  const { result } = renderHook(() =>
    usePlacing({ width: 400, height: 300 }, { width: 600, height: 300 }, shape),
  );
  act(() => move(result.current));
  return result.current;
}

const preview = () => screen.queryByRole("img", { name: messages.ImageSettings.cropPreview });
const show = (placing: Placing) =>
  renderWithProviders(<CropPreview url="blob:picture" placing={placing} />);

/** The upright picture in the preview, in pixels from the preview's left upper corner. */
function pictureInPreview() {
  const [box, picture] = [preview(), preview()?.querySelector("img")];
  if (!box || !picture) throw new Error("nothing is previewed");
  const { left, top } = getComputedStyle(picture);
  expect([left, top], "it is moved from the middle of the preview").toEqual(["50%", "50%"]);
  const { transform } = picture.style;
  expect(transform).toMatch(/^translate\(-50%, -50%\) .*rotate\(0deg\)/u);
  // jsdom leaves a second zero out.
  const [, x = NaN, y = 0] = numbersOf(/translate\(([^%]+?)px(?:, (.+?)px)?\)/u, transform);
  const [, zoom = NaN] = numbersOf(/scale\((.+)\)/u, transform);
  const width = parseFloat(picture.style.width) * zoom;
  const height = parseFloat(picture.style.height) * zoom;
  const [middleX, middleY] = [parseFloat(box.style.width) / 2, parseFloat(box.style.height) / 2];
  return { left: middleX + x - width / 2, top: middleY + y - height / 2, width, height };
}

const numbersOf = (form: RegExp, text: string) =>
  form.exec(text)?.map((found: string | undefined) => (found ? Number(found) : undefined)) ?? [];

const rounded = (box: Record<string, number>) =>
  Object.fromEntries(Object.entries(box).map(([name, value]) => [name, Math.round(value) + 0]));

describe("the preview of a square crop", () => {
  it("is a circle that cuts off what lies outside of it", async () => {
    await applyModule("components/images/crop/crop-dialog.module.css", classes);
    show(placingOf("square"));
    const box = preview() ?? document.body;
    const { borderRadius, overflow, width, height } = getComputedStyle(box);
    expect({ borderRadius, overflow, width, height }).toEqual({
      ...{ borderRadius: "50%", overflow: "hidden" },
      ...{ width: "72px", height: "72px" },
    });
  });

  it.each<[string, (placing: Placing) => void, Record<string, number>]>([
    // The frame is as high as the picture, so the picture is as high as the preview.
    ["the middle at first", () => undefined, { left: -36, top: 0, width: 144, height: 72 }],
    [
      "the left end once the member has moved it there",
      ({ place }) => place({ shift: { x: 10_000, y: 0 } }),
      { left: 0, top: 0, width: 144, height: 72 },
    ],
    [
      "half as much of the picture at twice the zoom",
      ({ place, zoomMin }) => place({ zoom: 2 * zoomMin }),
      { left: -108, top: -36, width: 288, height: 144 },
    ],
  ])("shows what lies in the frame: %s", async (_what, move, expected) => {
    await applyModule("components/images/crop/crop-dialog.module.css", classes);
    show(placingOf("square", move));
    expect(rounded(pictureInPreview())).toEqual(expected);
  });

  it("is not there for a picture that keeps its own shape", () => {
    show(placingOf("whole"));
    expect(preview()).not.toBeInTheDocument();
  });
});
