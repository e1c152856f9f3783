/** Helpers of the account forms' tests: the providers around them and a challenge to answer. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { Challenge } from "#components/auth/challenge.ts";
import { TextField } from "#components/ui/forms/text-field.tsx";
import { setClientTexts } from "#lib/api/api-failure.ts";
import { AuthProvider } from "#lib/auth/auth-context.tsx";
import { memberSample } from "#lib/testing/member-samples.ts";
import type { SignedIn } from "#lib/auth/schema.ts";
import { runtimeConfigGlobal } from "#lib/config/schema.ts";
import { clearToken } from "#lib/browser/cookies.ts";
import { createQueryClient } from "#lib/api/query-client.ts";
import { SurfaceProvider } from "#lib/site/surface-context.tsx";
import messages from "#messages/ru.json" with { type: "json" };

export const signedInMember: SignedIn = {
  token: "token-of-alisher",
  message: "Вы вошли",
  user: { ...memberSample, verified: false },
};

export function challengeOf(state: Partial<Challenge> = {}): Challenge {
  return {
    key: "key-1",
    answer: null,
    blocked: false,
    renew: vi.fn(),
    field: (input) => <TextField {...input} label="Код с картинки" />,
    ...state,
  };
}

/** Fills fields in by their labels. */
export async function enter(user: UserEvent, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await user.click(screen.getByLabelText(label));
    await user.paste(value);
  }
}

export interface FormOptions {
  /** The language of the page; the texts are Russian in any case. */
  locale?: string;
  /** Whether the deployment sends text messages. */
  textMessages?: boolean;
}

/** Renders a form as its screen does. */
export function renderForm(
  form: ReactNode,
  { locale = "ru", textMessages = true }: FormOptions = {},
) {
  window[runtimeConfigGlobal] = {
    rootDomain: "kampus.localhost",
    scheme: "http",
    port: "",
    accountDomains: ["kampus.example", "talim.example"],
    brand: "Kampus",
    ...(textMessages && { textMessages }),
  };
  setClientTexts(messages.Problem);
  clearToken();
  const queryClient = createQueryClient();
  const show = (shown: ReactNode) => (
    <NextIntlClientProvider locale={locale} messages={messages}>
      <QueryClientProvider client={queryClient}>
        <AuthProvider>
          <SurfaceProvider surface="site">{shown}</SurfaceProvider>
        </AuthProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>
  );
  const { rerender, ...rendered } = render(show(form));
  return { ...rendered, rerender: (changed: ReactNode) => rerender(show(changed)) };
}
