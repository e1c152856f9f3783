// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ImageUploader } from "#components/images/upload/image-uploader.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import { MemberProvider } from "#lib/auth/auth-context.tsx";
import { asksBeforeLeaving } from "#lib/testing/asks-before-leaving.ts";
import { pagesOf } from "#lib/testing/image-samples.ts";
import { memberSample } from "#lib/testing/member-samples.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.ImageSettings;
const broken = new Set<string>();
/** Pictures that the browser takes long to read; `release` ends that. */
const slow = new Set<string>();
let release: () => void;
let released: Promise<void>;

/** The browser's decoder: it reads every picture but those that are broken. */
class FakeImage {
  naturalWidth = 4;
  naturalHeight = 3;
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  set src(url: string) {
    const answer = () => queueMicrotask(broken.has(url) ? this.onerror : this.onload);
    if (slow.has(url)) void released.then(answer);
    else answer();
  }
}

beforeEach(() => {
  broken.clear();
  slow.clear();
  released = new Promise((resolve) => (release = resolve));
  vi.stubGlobal("Image", FakeImage);
  Object.assign(URL, {
    createObjectURL: (file: File) => `blob:${file.name}`,
    revokeObjectURL: () => undefined,
  });
});

/** The page of the photos and another one, which the member opens in turn. */
function Pages() {
  const [here, setHere] = useState(true);
  return (
    <>
      <button onClick={() => setHere(!here)}>другая страница</button>
      {here && <ImageUploader />}
    </>
  );
}

const goElsewhere = () => userEvent.click(screen.getByRole("button", { name: "другая страница" }));

const chooseMore = async (...files: File[]) =>
  userEvent.upload(await screen.findByLabelText(t.choose, { selector: "input" }), files);

async function choose(...files: File[]) {
  const sent: string[] = [];
  renderWithProviders(
    <MemberProvider member={memberSample}>
      <Pages />
    </MemberProvider>,
    {
      answer: (call) => {
        if (call.startsWith("POST")) sent.push(call);
        return { body: pagesOf([]).pages[0] };
      },
    },
  );
  await chooseMore(...files);
  return sent;
}

const jpeg = (name: string, content = "a") => new File([content], name, { type: "image/jpeg" });

it("a file that is no readable photo is refused by its name when it is chosen, and the others stay", async () => {
  broken.add("blob:broken.jpg");
  const sent = await choose(jpeg("wide.jpg"), jpeg("broken.jpg"), jpeg("tall.jpg"));
  const chosen = await screen.findByRole("list", { name: "Выбрано 2 фотографии" });
  expect(within(chosen).getByText("wide.jpg")).toBeVisible();
  expect(within(chosen).getByText("tall.jpg")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent(
    t.unreadableFiles.replace("{names}", "broken.jpg"),
  );
  expect(screen.getByRole("button", { name: "Загрузить 2 фотографии" })).toBeVisible();
  expect(sent).toEqual([]);
});

it("a single file that is no readable photo is not sent either", async () => {
  broken.add("blob:broken.jpg");
  const sent = await choose(jpeg("broken.jpg"));
  expect(await screen.findByRole("alert")).toHaveTextContent("broken.jpg");
  expect(sent).toEqual([]);
});

it("an AVIF that this browser does not read can be sent, since the server reads it", async () => {
  broken.add("blob:new.avif");
  await choose(jpeg("wide.jpg"), new File(["a"], "new.avif", { type: "image/avif" }));
  expect(await screen.findByRole("list", { name: "Выбрано 2 фотографии" })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

it("a member who removes a chosen photo is left at the others, then where photos are chosen", async () => {
  await choose(jpeg("wide.jpg"), jpeg("tall.jpg"));
  const remove = async (name: string) =>
    userEvent.click(
      await screen.findByRole("button", { name: t.removeOf.replace("{name}", name) }),
    );
  await remove("wide.jpg");
  expect(screen.getByRole("list", { name: "Выбрана 1 фотография" })).toHaveFocus();
  await remove("tall.jpg");
  expect(screen.queryByRole("list")).toBeNull();
  expect(screen.getByRole("button", { name: t.choose })).toHaveFocus();
});

it.each([["Загрузить 2 фотографии"], [t.cancel]])(
  "a member who presses “%s” is left where photos are chosen",
  async (name) => {
    await choose(jpeg("wide.jpg"), jpeg("tall.jpg"));
    await userEvent.click(await screen.findByRole("button", { name }));
    expect(screen.getByRole("button", { name: t.choose })).toHaveFocus();
  },
);

it("a member who chooses a photo before the last one is examined loses neither, and sees that files are examined", async () => {
  slow.add("blob:wide.jpg");
  await choose(jpeg("wide.jpg"));
  expect(await screen.findByText(messages.Uploads.checking)).toBeVisible();
  await chooseMore(jpeg("tall.jpg"));
  const dialog = await screen.findByRole("dialog", { name: t.cropTitle });
  release();
  await waitFor(() => expect(screen.queryByText(messages.Uploads.checking)).toBeNull());
  expect(screen.getByText("wide.jpg")).toBeInTheDocument();
  expect(dialog).toBeVisible();
});

it("photos that are chosen and not yet sent are there again when the member returns from another page", async () => {
  await choose(jpeg("wide.jpg"), jpeg("tall.jpg"));
  await screen.findByRole("list", { name: "Выбрано 2 фотографии" });
  await goElsewhere();
  expect(screen.queryByText("wide.jpg")).toBeNull();
  await goElsewhere();
  expect(screen.getByRole("list", { name: "Выбрано 2 фотографии" })).toBeVisible();
});

it("photos that are still examined when the member gives up those they chose do not come later", async () => {
  slow.add("blob:late.jpg").add("blob:later.jpg");
  await choose(jpeg("wide.jpg"), jpeg("tall.jpg"));
  await screen.findByRole("list", { name: "Выбрано 2 фотографии" });
  await chooseMore(jpeg("late.jpg"), jpeg("later.jpg"));
  await userEvent.click(screen.getByRole("button", { name: t.cancel }));
  release();
  await chooseMore(jpeg("new.jpg"), jpeg("newer.jpg"));
  const chosen = await screen.findByRole("list", { name: /^Выбрано/ });
  expect(await within(chosen).findByText("newer.jpg")).toBeVisible();
  expect(within(chosen).getAllByRole("listitem")).toHaveLength(2);
});

it("which photos were refused is told until the member leaves the page", async () => {
  broken.add("blob:broken.jpg");
  await choose(jpeg("broken.jpg"));
  expect(await screen.findByRole("alert")).toHaveTextContent("broken.jpg");
  await goElsewhere();
  await goElsewhere();
  expect(await screen.findByRole("button", { name: t.choose })).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("the browser asks before it leaves the page while photos are chosen and not yet sent", async () => {
  await choose(jpeg("wide.jpg"), jpeg("tall.jpg"));
  await screen.findByRole("list", { name: "Выбрано 2 фотографии" });
  expect(asksBeforeLeaving()).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: t.cancel }));
  expect(asksBeforeLeaving()).toBe(false);
});
