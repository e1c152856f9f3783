"use client";

import { useTranslations } from "next-intl";
import { useEffectEvent, useLayoutEffect } from "react";
import { AccountField } from "#components/auth/account-field.tsx";
import { AccountForm } from "#components/auth/account-form.tsx";
import type { Challenge } from "#components/auth/challenge.ts";
import { useAccountDomain } from "#components/auth/use-account-domain.ts";
import { useAccountForm } from "#components/auth/use-account-form.ts";
import { RecoveryFooter } from "#components/recovery/recovery-footer.tsx";
import { splitAccountName, wholeAccountName } from "#lib/auth/account-name.ts";
import { useSendRecoveryCode } from "#lib/recovery/recover-password.ts";
import { parseProgress, readWrittenProgress } from "#lib/recovery/recovery-progress.ts";
import { recoveryForm } from "#lib/recovery/schema.ts";
import { goToStep } from "#lib/recovery/use-recovery.ts";

const initialValues = { email: "", captcha: "" };

/** Step 1: where the code is to go. */
export function RecoveryEmailForm({ challenge }: { challenge: Challenge }) {
  const t = useTranslations("Recovery");
  const sendCode = useSendRecoveryCode();
  const { domains, domain, choose } = useAccountDomain();
  const { form, alert, submit } = useAccountForm({
    name: "recovery",
    schema: recoveryForm,
    initialValues,
    challenge,
    send: async (values) => {
      const account = { localPart: values.email, domain };
      await sendCode.mutateAsync({ ...values, email: wholeAccountName(account) });
      challenge.renew(); // whoever comes back for another code needs another captcha
      goToStep("code", { ...account, code: "" });
    },
  });
  const changeEmail = (typed: string) => {
    const account = splitAccountName(typed, domains);
    form.setFieldValue("email", account?.localPart ?? typed);
    if (account) choose(account.domain);
  };

  const adoptFormer = useEffectEvent(() => {
    const former = parseProgress(readWrittenProgress());
    if (!former) return;
    form.setFieldValue("email", former.localPart);
    choose(former.domain);
  });
  // Whoever comes back to this step finds the address that was given before.
  useLayoutEffect(() => adoptFormer(), []);

  return (
    <AccountForm
      title={t("emailTitle")}
      lead={t("emailLead")}
      alert={alert}
      onSubmit={submit}
      submitting={form.submitting}
      challenge={challenge}
      submitLabel={t("sendCode")}
      question={challenge.field(form.getInputProps("captcha"))}
      footer={<RecoveryFooter />}
    >
      <AccountField
        {...form.getInputProps("email")}
        label={t("email")}
        autoComplete="username"
        enterKeyHint="next"
        onChange={(event) => changeEmail(event.currentTarget.value)}
        domains={domains}
        domain={domain}
        onDomainChange={choose}
      />
    </AccountForm>
  );
}
