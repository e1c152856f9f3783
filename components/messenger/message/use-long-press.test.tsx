import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useLongPress } from "#components/messenger/message/use-long-press.ts";

function Row({ onHeld }: { onHeld: () => void }) {
  return (
    <button type="button" {...useLongPress(onHeld)}>
      Чат
    </button>
  );
}

it("a long press swallows the click of the lifted finger, and no other", () => {
  vi.useFakeTimers();
  const [held, clicked] = [vi.fn(), vi.fn()];
  render(
    <>
      <Row onHeld={held} />
      <button type="button" onClick={clicked}>
        Закрыть
      </button>
    </>,
  );
  const overlay = screen.getByRole("button", { name: "Закрыть" });
  fireEvent.pointerDown(screen.getByRole("button", { name: "Чат" }), { pointerType: "touch" });
  vi.advanceTimersByTime(500);
  expect(held).toHaveBeenCalledOnce();
  fireEvent.click(overlay);
  expect(clicked).not.toHaveBeenCalled();
  fireEvent.click(overlay);
  expect(clicked).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
