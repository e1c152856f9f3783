// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type AnswerCall, answerCalls, noNetwork, refusal } from "#lib/testing/answer-calls.ts";
import { useCaptcha } from "#lib/captcha/use-captcha.ts";

const picture = (key: string) => ({ key, img: `data:image/png;base64,${key}` });

const answer = vi.fn<AnswerCall>();
beforeEach(() => {
  answer.mockReset();
  answerCalls(answer);
});

describe("the captcha loader", () => {
  it("loads once by itself", async () => {
    answer.mockResolvedValue({ body: picture("a") });
    const { result, rerender } = renderHook(() => useCaptcha());
    expect(result.current).toMatchObject({ loading: true, error: "", captcha: undefined });
    await waitFor(() => expect(result.current.loading).toBe(false));
    expect(result.current).toMatchObject({ error: "", captcha: picture("a") });
    rerender();
    expect(answer).toHaveBeenCalledExactlyOnceWith("GET /api/captcha/flat");
  });

  it.each<[string, AnswerCall, string]>([
    ["an answer", () => ({ body: picture("a") }), ""],
    ["a failure", () => refusal("too_many_requests", "Слишком часто"), "Слишком часто"],
    ["no picture", () => ({ body: { key: "a", img: "no picture" } }), "Unexpected answer"],
  ])("ends loading with %s", async (_case, answered, error) => {
    answer.mockImplementation(answered);
    const { result } = renderHook(() => useCaptcha());
    expect(result.current.loading).toBe(true);
    await waitFor(() => expect(result.current.loading).toBe(false));
    expect(result.current.error).toBe(error);
  });

  it("says why the captcha could not be loaded", async () => {
    vi.stubGlobal("fetch", () => {
      throw new TypeError("no such thing");
    });
    const { result } = renderHook(() => useCaptcha());
    expect(result.current.loading).toBe(true);
    await waitFor(() => expect(result.current.loading).toBe(false));
    expect(result.current.error).toBe("TypeError: no such thing");
  });

  it("reloads on demand", async () => {
    answer
      .mockResolvedValueOnce({ body: picture("a") })
      .mockResolvedValueOnce({ body: picture("b") });
    const { result } = renderHook(() => useCaptcha());
    await waitFor(() => expect(result.current.captcha).toEqual(picture("a")));
    act(() => result.current.reload());
    expect(result.current.loading).toBe(true);
    await waitFor(() => expect(result.current.captcha).toEqual(picture("b")));
    expect(result.current.loading).toBe(false);
  });

  it("keeps the text of a failure until the next load starts", async () => {
    answer.mockRejectedValueOnce(noNetwork);
    const { result } = renderHook(() => useCaptcha());
    await waitFor(() => expect(result.current.error).toBe("Network failure"));
    expect(result.current).toMatchObject({ loading: false, captcha: undefined });

    answer.mockResolvedValueOnce({ body: picture("b") });
    act(() => result.current.reload());
    expect(result.current).toMatchObject({ loading: true, error: "" });
    await waitFor(() => expect(result.current.captcha).toEqual(picture("b")));
    expect(result.current.loading).toBe(false);
  });

  it("shows the picture of the last reload, even if that of an earlier one arrives later", async () => {
    const first = Promise.withResolvers<{ body: ReturnType<typeof picture> }>();
    answer.mockReturnValueOnce(first.promise).mockResolvedValueOnce({ body: picture("second") });
    const { result } = renderHook(() => useCaptcha());
    act(() => result.current.reload());
    await waitFor(() => expect(result.current.captcha).toEqual(picture("second")));
    await act(async () => first.resolve({ body: picture("first") }));
    expect(result.current.captcha).toEqual(picture("second"));
  });
});
