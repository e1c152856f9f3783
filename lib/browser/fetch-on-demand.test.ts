// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { answerCalls, noNetwork } from "#lib/testing/answer-calls.ts";
import { fetchOnDemand, partTimeoutMs } from "#lib/browser/fetch-on-demand.ts";

const gone = new Error("Failed to load chunk");
const fetchPart = vi.fn<() => Promise<string>>();
const page = () => answerCalls(() => ({ body: null }));

it("a part that can be loaded asks nothing of the server", async () => {
  const asked = page();
  fetchPart.mockResolvedValue("menu");
  expect(await fetchOnDemand(fetchPart)).toEqual({ fetched: "menu" });
  expect(asked).toEqual([]);
});

it("a part is missing for good only where the server answers for the page and not for the part", async () => {
  const asked = page();
  fetchPart.mockRejectedValue(gone);
  expect(await fetchOnDemand(fetchPart)).toEqual({ missing: "outdated" });
  expect(asked).toMatchObject([{ call: `HEAD ${window.location.href}`, cache: "no-store" }]);
});

it("a part that a short failure of the network held up comes with the second try", async () => {
  page();
  fetchPart.mockRejectedValueOnce(gone).mockResolvedValue("menu");
  expect(await fetchOnDemand(fetchPart)).toEqual({ fetched: "menu" });
});

it.each([
  ["without a network", () => Promise.reject(noNetwork)],
  ["while no server stands behind the proxy", () => ({ status: 502, body: null })],
])("a part is missing only for now %s", async (_, answer) => {
  answerCalls(answer);
  fetchPart.mockRejectedValue(gone);
  expect(await fetchOnDemand(fetchPart)).toEqual({ missing: "offline" });
});

it("a part whose connection hangs is missing for now once its time is over", async () => {
  vi.useFakeTimers();
  fetchPart.mockReturnValue(new Promise(() => undefined));
  const fetched = fetchOnDemand(fetchPart);
  await vi.advanceTimersByTimeAsync(partTimeoutMs);
  expect(await fetched).toEqual({ missing: "offline" });
  vi.useRealTimers();
});
