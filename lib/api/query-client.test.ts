import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { ApiFailure } from "#lib/api/api-failure.ts";
import { createQueryClient } from "#lib/api/query-client.ts";

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
