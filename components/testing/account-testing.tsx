/** Helpers of the settings' tests: a signed-in member around the rendered part. */
import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { type FormOptions, renderForm, signedInMember } from "#components/testing/form-testing.tsx";
import { theme } from "#components/layout/theme.ts";
import { ConfirmProvider } from "#components/ui/overlays/confirm-modal.tsx";
import { MemberProvider } from "#lib/auth/auth-context.tsx";

export const member = signedInMember.user;

export function renderForMember(screen: ReactNode, options?: Pick<FormOptions, "textMessages">) {
  return renderForm(
    <MantineProvider theme={theme}>
      <ConfirmProvider>
        <MemberProvider member={member}>{screen}</MemberProvider>
      </ConfirmProvider>
    </MantineProvider>,
    options,
  );
}
