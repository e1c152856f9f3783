import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { CropStage } from "#components/images/crop/crop-stage.tsx";
import { usePlacing } from "#components/images/upload/use-placing.ts";
import { renderWithProviders } from "#components/testing/render.tsx";

/** On the stage the picture is twice as wide as high, and the frame is a square of 276 px in its middle. */
const stage = { width: 400, height: 300 };

/** A stage in the upper left corner of the window, and how far its picture has been moved. */
function Stage() {
  const placing = usePlacing(stage, { width: 600, height: 300 }, "square");
  const { x, y } = placing.placed.shift;
  return (
    <>
      <output>{`${Math.round(x) + 0} ${Math.round(y) + 0}`}</output>
      <CropStage url="blob:picture" placing={placing} onShown={() => undefined} />
    </>
  );
}

function press(from: [number, number], to = from) {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
    new DOMRect(0, 0, stage.width, stage.height),
  );
  const picture = screen.getByAltText("");
  const at = ([clientX, clientY]: [number, number]) => ({ clientX, clientY });
  fireEvent.pointerDown(picture, at(from));
  fireEvent.pointerUp(picture, at(to));
  fireEvent.click(picture, at(to));
}

it.each<[string, [number, number], string]>([
  ["what is tapped comes to the middle of the frame", [140, 150], "60 0"],
  ["a tap at an edge goes no farther than the picture fills the frame", [0, 0], "138 0"],
])("%s", async (_what, at, moved) => {
  renderWithProviders(<Stage />);
  press(at);
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(moved));
});

it("a finger that trembles taps, and a press that ends elsewhere does not", async () => {
  renderWithProviders(<Stage />);
  press([300, 150], [100, 150]);
  press([137, 150], [140, 150]);
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("60 0"));
});
