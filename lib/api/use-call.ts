"use client";

import { useMutation, type UseMutationOptions } from "@tanstack/react-query";
import { useLocale } from "next-intl";

/** A mutation that makes one call to the server, which is given the language of the page and the input. */
export function useCall<Answer, Input = void>(
  call: (locale: string, input: Input) => Promise<Answer>,
  outcome: Pick<
    UseMutationOptions<Answer, Error, Input>,
    "onSuccess" | "onError" | "onSettled"
  > = {},
) {
  const locale = useLocale();
  return useMutation({ mutationFn: (input: Input) => call(locale, input), ...outcome });
}
