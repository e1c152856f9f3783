// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MediaRow } from "#components/media/media-row.tsx";
import { Attachments } from "#components/messenger/attachments/attachments.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import type { Media } from "#lib/files/schema.ts";
import { mediaSample } from "#lib/testing/media-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const load = vi.fn<() => void>();
const play = vi.fn(() => Promise.resolve());
beforeEach(() => {
  load.mockReset();
  play.mockClear();
  Object.assign(HTMLMediaElement.prototype, { load, play });
});

const video: Media = { ...mediaSample, name: "Выпускной.mp4", kind: "video", mime: "video/mp4" };
const audio: Media = { ...mediaSample, name: "Гимн.mp3", kind: "audio", mime: "audio/mpeg" };

const player = (file: Media) => screen.getByLabelText<HTMLMediaElement>(file.name);
/** 2 is the code of a network that died, 4 that of a source which the browser cannot play. */
function fail(file: Media, code: number) {
  const element = player(file);
  Object.defineProperty(element, "error", {
    value: { code, MEDIA_ERR_NETWORK: 2 },
    configurable: true,
  });
  fireEvent.error(element);
  return element;
}

const places = [
  [
    "in a list of files",
    async (file: Media) => {
      renderWithProviders(<MediaRow file={file} onOpen={() => null} />);
      await userEvent.click(screen.getByRole("button", { name: /^Воспроизвести/ }));
    },
  ],
  ["in a message", async (file: Media) => void renderWithProviders(<Attachments files={[file]} />)],
] as const;
const kinds = [
  ["video", video],
  ["audio", audio],
] as const;

describe.each(places)("a file that plays %s", (_place, open) => {
  it.each(kinds)(
    "stays where the network dies, and goes on from its place: %s",
    async (_, file) => {
      await open(file);
      player(file).currentTime = 42;
      const element = fail(file, 2);
      expect(screen.getByRole("alert")).toHaveTextContent(messages.Problem.offline);
      expect(player(file)).toBe(element);
      load.mockImplementation(() => void (element.currentTime = 0));
      await userEvent.click(screen.getByRole("button", { name: messages.Layout.retry }));
      expect([load.mock.calls.length, play.mock.calls.length]).toEqual([1, 1]);
      expect(element.currentTime).toBe(42);
      // Still without a network: the browser cannot begin it anew.
      fail(file, 4);
      expect(player(file)).toBe(element);
      expect(screen.getByRole("alert")).toHaveTextContent(messages.Problem.offline);
      fireEvent.playing(element);
      expect(screen.queryByRole("alert")).toBeNull();
    },
  );

  it.each(kinds)("that the browser cannot play is said to be so: %s", async (_, file) => {
    await open(file);
    fail(file, 4);
    expect(screen.queryByLabelText(file.name, { selector: "video, audio" })).toBeNull();
    expect(screen.queryByText(messages.Problem.offline)).toBeNull();
  });
});
