// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readdirSync, readFileSync } from "node:fs";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { renderWithProviders } from "#components/testing/render.tsx";
import { useConfirm } from "#components/ui/overlays/confirm-modal.tsx";
import { Modal } from "#components/ui/overlays/modal.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";

function Opener() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button onClick={() => setOpened(true)}>Открыть</button>
      <Modal title="Кто придёт" opened={opened} onClose={() => setOpened(false)}>
        <p>Никто</p>
      </Modal>
    </>
  );
}

/** Opens a dialog like those whose code is loaded at the first opening. */
function LateOpener() {
  const [opened, setOpened] = useState<boolean>();
  return (
    <>
      <button onClick={() => setOpened(true)}>Открыть</button>
      {opened !== undefined && (
        <Modal title="Кто придёт" opened={opened} onClose={() => setOpened(false)}>
          <p>Никто</p>
        </Modal>
      )}
    </>
  );
}

function Asker() {
  const confirm = useConfirm();
  return <button onClick={() => void confirm("Удалить?")}>Открыть</button>;
}

const closings = {
  "its cross": async (dialog: HTMLElement) =>
    userEvent.click(within(dialog).getByRole("button", { name: "Закрыть" })),
  Escape: async () => userEvent.keyboard("{Escape}"),
  Back: async () => {
    await waitFor(() => expect(window.history.state).toMatchObject({ depth: 1 }));
    window.history.back();
  },
};

describe.each([
  ["a dialog", <Opener key="dialog" />, "Кто придёт"],
  ["a dialog that is mounted open", <LateOpener key="late" />, "Кто придёт"],
  ["a question", <Asker key="question" />, "Удалить?"],
])("%s", (_kind, part, title) => {
  it("is named by its visible title and has one cross", async () => {
    renderWithProviders(part);
    await userEvent.click(screen.getByRole("button", { name: "Открыть" }));
    const dialog = await screen.findByRole("dialog", { name: title });
    expect(within(dialog).getByRole("heading", { name: title })).toBeVisible();
    expect(within(dialog).getAllByRole("button", { name: "Закрыть" })).toHaveLength(1);
  });

  it.each(Object.entries(closings))(
    "is closed by %s, and the focus returns to what opened it",
    async (_way, close) => {
      renderWithProviders(part);
      const opener = screen.getByRole("button", { name: "Открыть" });
      await userEvent.click(opener);
      await close(await screen.findByRole("dialog", { name: title }));
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
      await waitFor(() => expect(opener).toHaveFocus());
    },
  );
});

function AskerInDialog() {
  const [opened, setOpened] = useState(true);
  const confirm = useConfirm();
  return (
    <Modal title="Кто придёт" opened={opened} onClose={() => setOpened(false)}>
      <button onClick={() => void confirm("Удалить?")}>Спросить</button>
    </Modal>
  );
}

it("an Escape that answers a question leaves the dialog below it open, and the next one closes that", async () => {
  renderWithProviders(<AskerInDialog />);
  await userEvent.click(await screen.findByRole("button", { name: "Спросить" }));
  await screen.findByRole("dialog", { name: "Удалить?" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() =>
    expect(screen.queryByRole("dialog", { name: "Удалить?" })).not.toBeInTheDocument(),
  );
  expect(screen.getByRole("dialog", { name: "Кто придёт" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

interface QuestionsProps {
  texts: string[];
  onAnswer: (text: string, confirmed: boolean) => void;
}

function Questions({ texts, onAnswer }: QuestionsProps) {
  const confirm = useConfirm();
  const ask = (text: string) => void confirm(text).then((confirmed) => onAnswer(text, confirmed));
  return <button onClick={() => texts.forEach(ask)}>Спросить</button>;
}

it("a question that comes while another one is open waits until that is answered, so that a press answers what it was meant for", async () => {
  const onAnswer = vi.fn();
  renderWithProviders(<Questions texts={["Отправить?", "Удалить?"]} onAnswer={onAnswer} />);
  await userEvent.click(screen.getByRole("button", { name: "Спросить" }));
  const first = await screen.findByRole("dialog", { name: "Отправить?" });
  await userEvent.click(within(first).getByRole("button", { name: "Ок" }));
  expect(onAnswer.mock.calls).toEqual([["Отправить?", true]]);
  const second = await screen.findByRole("dialog", { name: "Удалить?" });
  await userEvent.click(within(second).getByRole("button", { name: "Отмена" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(onAnswer.mock.calls).toEqual([
    ["Отправить?", true],
    ["Удалить?", false],
  ]);
});

it("a question is asked once, however often its button is pressed before it is answered, and again after that", async () => {
  const onAnswer = vi.fn();
  renderWithProviders(<Questions texts={["Удалить?", "Удалить?"]} onAnswer={onAnswer} />);
  for (const answer of ["Ок", "Отмена"]) {
    onAnswer.mockReset();
    await userEvent.click(screen.getByRole("button", { name: "Спросить" }));
    await userEvent.click(await screen.findByRole("button", { name: answer }));
    await waitFor(() => expect(onAnswer).toHaveBeenCalledTimes(2));
    expect(onAnswer.mock.calls).toEqual([
      ["Удалить?", false],
      ["Удалить?", answer === "Ок"],
    ]);
  }
});

/** A part of a page that a question, which comes first, may close. */
function ClosedPart({ onAnswer }: Pick<QuestionsProps, "onAnswer">) {
  const [isThere, setIsThere] = useState(true);
  const confirm = useConfirm();
  const close = () => void confirm("Закрыть?").then((confirmed) => setIsThere(!confirmed));
  return (
    <div onClickCapture={close}>
      {isThere && <Questions texts={["Удалить?"]} onAnswer={onAnswer} />}
    </div>
  );
}

it("a question that waits for another one is not asked if what asked it is gone by then", async () => {
  const onAnswer = vi.fn();
  renderWithProviders(<ClosedPart onAnswer={onAnswer} />);
  await userEvent.click(screen.getByRole("button", { name: "Спросить" }));
  await screen.findByRole("dialog", { name: "Закрыть?" });
  await userEvent.click(screen.getByRole("button", { name: "Ок" }));
  await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith("Удалить?", false));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

function PopoverInDialog() {
  const [opened, setOpened] = useState(true);
  const [shown, setShown] = useState(false);
  return (
    <Modal title="Кто придёт" opened={opened} onClose={() => setOpened(false)}>
      <Popover opened={shown} onChange={setShown} trapFocus>
        <Popover.Target>
          <button onClick={() => setShown(true)}>Показать</button>
        </Popover.Target>
        <Popover.Dropdown>
          <button>Внутри</button>
        </Popover.Dropdown>
      </Popover>
    </Modal>
  );
}

it("an Escape that closes a popover leaves the dialog below it open, and the next one closes that", async () => {
  renderWithProviders(<PopoverInDialog />);
  await userEvent.click(await screen.findByRole("button", { name: "Показать" }));
  await userEvent.click(await screen.findByRole("button", { name: "Внутри" }));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Внутри" })).toBeNull());
  expect(screen.getByRole("dialog", { name: "Кто придёт" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("a dialog is closed by Escape while nothing in it has the focus", async () => {
  renderWithProviders(<Opener />);
  await userEvent.click(screen.getByRole("button", { name: "Открыть" }));
  await screen.findByRole("dialog", { name: "Кто придёт" });
  (document.activeElement as HTMLElement | null)?.blur();
  expect(document.body).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it.each(Object.entries({ xs: 320, sm: 380, md: 440, lg: 620, xl: 780 }))(
  "a dialog of size %s is %i px wide (S-CONSTANTS)",
  async (size, widthPx) => {
    renderWithProviders(
      <Modal title="Кто придёт" opened size={size} onClose={() => undefined}>
        <p>Никто</p>
      </Modal>,
    );
    const dialog = await screen.findByRole("dialog", { name: "Кто придёт" });
    const sized = dialog.closest<HTMLElement>("[style*='--modal-size']");
    expect(sized?.style.getPropertyValue("--modal-size")).toContain(`${widthPx / 16}rem`);
  },
);

it("every dialog of the product is this one", () => {
  const importers = ["app", "components"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) =>
        /import \{[^}]*\bModal\b[^}]*\} from "@mantine\/core"/.test(
          readFileSync(`${folder}/${file}`, "utf8"),
        ),
      ),
  );
  expect(importers).toEqual(["ui/overlays/modal.tsx"]);
});
