// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { api, ApiFailure } from "#lib/api/api-client.ts";
import { useCaptcha } from "#lib/captcha/use-captcha.ts";

const picture = (key: string) => ({ key, img: `data:image/png;base64,${key}` });

const reject = (failure: Error) => Promise.reject(failure);

describe("the captcha loader", () => {
  it("loads once by itself", async () => {
    const loading = vi.spyOn(api, "get").mockResolvedValue(picture("a"));
    const { result, rerender } = renderHook(() => useCaptcha());
    expect(result.current).toMatchObject({ loading: true, error: "", captcha: undefined });
    await waitFor(() => expect(result.current.loading).toBe(false));
    expect(result.current).toMatchObject({ error: "", captcha: picture("a") });
    rerender();
    expect(loading).toHaveBeenCalledTimes(1);
    expect(loading.mock.calls[0]?.[0]).toBe("/api/captcha/flat");
  });

  it.each([
    ["an answer", async () => picture("a"), ""],
    [
      "a failure",
      async () => reject(new ApiFailure("Слишком часто", { status: 429 })),
      "Слишком часто",
    ],
    ["a fault", async () => reject(new TypeError("no such thing")), "TypeError: no such thing"],
  ])("ends loading with %s", async (_case, answer, error) => {
    vi.spyOn(api, "get").mockImplementation(answer);
    const { result } = renderHook(() => useCaptcha());
    expect(result.current.loading).toBe(true);
    await waitFor(() => expect(result.current.loading).toBe(false));
    expect(result.current.error).toBe(error);
  });

  it("reloads on demand", async () => {
    vi.spyOn(api, "get").mockResolvedValueOnce(picture("a")).mockResolvedValueOnce(picture("b"));
    const { result } = renderHook(() => useCaptcha());
    await waitFor(() => expect(result.current.captcha).toEqual(picture("a")));
    act(() => result.current.reload());
    expect(result.current.loading).toBe(true);
    await waitFor(() => expect(result.current.captcha).toEqual(picture("b")));
    expect(result.current.loading).toBe(false);
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
