import { describe, expect, it } from "vitest";
import { avatarSources } from "#lib/members/avatar-sources.ts";

const thumb = "https://media.example/files/images/00ff/grid.webp";
const beside = (file: string) => `https://media.example/files/images/00ff/${file}`;

describe("the files of an avatar", () => {
  it("are the smallest that are sharp at each density", () => {
    expect(avatarSources(thumb, 48)).toEqual({
      src: beside("avatar-48.webp"),
      srcSet: `${beside("avatar-48.webp")} 1x, ${beside("avatar-96.webp")} 2x, ${beside("avatar-192.webp")} 3x`,
    });
  });

  it("fall back to the square of the grid where no avatar is large enough", () => {
    expect(avatarSources(thumb, 112)).toEqual({
      src: beside("avatar-192.webp"),
      srcSet: `${beside("avatar-192.webp")} 1x, ${beside("grid.webp")} 2x, ${beside("grid.webp")} 3x`,
    });
  });
});
