// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { api, ApiFailure } from "#lib/api-client.ts";
import { useCaptcha } from "#lib/captcha/use-captcha.ts";

const picture = (key: string) => ({ key, img: `data:image/png;base64,${key}` });

describe("the captcha loader", () => {
  it("loads once by itself", async () => {
    const loading = vi.spyOn(api, "get").mockResolvedValue(picture("a"));
    const { result } = renderHook(() => useCaptcha());
    expect(result.current).toMatchObject({ loading: true, error: "", captcha: undefined });
    await waitFor(() => expect(result.current.loading).toBe(false));
    expect(result.current).toMatchObject({ error: "", captcha: picture("a") });
    expect(loading).toHaveBeenCalledTimes(1);
  });

  it("keeps the text of a failure until the next load starts", async () => {
    vi.spyOn(api, "get").mockRejectedValueOnce(new ApiFailure("Нет связи", { status: false }));
    const { result } = renderHook(() => useCaptcha());
    await waitFor(() => expect(result.current.error).toBe("Нет связи"));
    expect(result.current).toMatchObject({ loading: false, captcha: undefined });

    vi.spyOn(api, "get").mockResolvedValueOnce(picture("b"));
    act(() => result.current.reload());
    expect(result.current).toMatchObject({ loading: true, error: "" });
    await waitFor(() => expect(result.current.captcha).toEqual(picture("b")));
    expect(result.current.loading).toBe(false);
  });

  it("shows the picture of the last reload, whichever arrives last", async () => {
    const first = Promise.withResolvers<ReturnType<typeof picture>>();
    vi.spyOn(api, "get")
      .mockReturnValueOnce(first.promise)
      .mockResolvedValueOnce(picture("second"));
    const { result } = renderHook(() => useCaptcha());
    act(() => result.current.reload());
    await waitFor(() => expect(result.current.captcha).toEqual(picture("second")));
    await act(async () => first.resolve(picture("first")));
    expect(result.current.captcha).toEqual(picture("second"));
  });
});
