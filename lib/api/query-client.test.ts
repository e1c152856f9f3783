import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { ApiFailure, unexpected } from "#lib/api/api-failure.ts";
import { createQueryClient, refetchFailed } from "#lib/api/query-client.ts";

afterEach(() => onlineManager.setOnline(true));

test("a query that failed is fetched again as soon as the network is back", async () => {
  const client = createQueryClient();
  client.mount();
  const ask = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiFailure("away", { status: 400 }))
    .mockResolvedValue("answer");
  const observer = new QueryObserver(client, { queryKey: ["any"], queryFn: ask });
  const unsubscribe = observer.subscribe(() => null);
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("answer"));
  unsubscribe();
  client.unmount();
});

test("what a page could not load that was opened without a network is fetched once the network is there", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const client = createQueryClient();
  client.mount();
  const ask = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiFailure("away", { status: false }))
    .mockResolvedValue("answer");
  const observer = new QueryObserver(client, { queryKey: ["any"], queryFn: ask, retry: false });
  const fresh = vi.fn<() => Promise<string>>().mockResolvedValue("fresh");
  const other = new QueryObserver(client, { queryKey: ["other"], queryFn: fresh });
  const unsubscribes = [observer.subscribe(() => null), other.subscribe(() => null)];
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  await vi.waitFor(() => expect(other.getCurrentResult().data).toBe("fresh"));
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("answer"));
  expect(fresh).toHaveBeenCalledOnce();
  for (const unsubscribe of unsubscribes) unsubscribe();
  client.unmount();
});

test("a page asks again, at once and when the server can be reached, for what was answered by half or by a proxy, and never for what was refused", async () => {
  const client = createQueryClient();
  client.mount();
  const brokenOff = vi.fn<() => Promise<string>>().mockRejectedValue(unexpected(200, null));
  const refused = vi
    .fn<() => Promise<string>>()
    .mockRejectedValue(new ApiFailure("no such chat", { status: 404 }));
  const unsubscribes = [brokenOff, refused].map((ask, at) => {
    const options = { queryKey: [at], queryFn: ask, retryDelay: 0 };
    return new QueryObserver(client, options).subscribe(() => null);
  });
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(brokenOff).toHaveBeenCalledTimes(3);
  brokenOff.mockResolvedValue("whole");
  await refetchFailed(client);
  expect(client.getQueryData([0])).toBe("whole");
  expect(refused).toHaveBeenCalledOnce();
  for (const unsubscribe of unsubscribes) unsubscribe();
  client.unmount();
});
