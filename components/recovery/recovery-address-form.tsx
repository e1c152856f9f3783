"use client";

import { IconDeviceMobile, IconMail } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffectEvent, useLayoutEffect } from "react";
import { AccountField } from "#components/auth/account-field.tsx";
import { AccountForm } from "#components/auth/account-form.tsx";
import type { Challenge } from "#components/auth/challenge.ts";
import { useAccountDomain } from "#components/auth/use-account-domain.ts";
import { useAccountForm } from "#components/auth/use-account-form.ts";
import { RecoveryFooter } from "#components/recovery/recovery-footer.tsx";
import classes from "#components/recovery/recovery.module.css";
import { RadioRow } from "#components/ui/forms/radio-row.tsx";
import type { FormFields } from "#components/ui/forms/use-checked-form.ts";
import { TextField } from "#components/ui/forms/text-field.tsx";
import { splitAccountName, wholeAccountName } from "#lib/auth/account-name.ts";
import { phoneText } from "#lib/members/phone-text.ts";
import { useSendRecoveryCode, useTextRecoveryCode } from "#lib/recovery/use-password-reset.ts";
import {
  parseProgress,
  readWrittenProgress,
  type RecoveryWay,
} from "#lib/recovery/recovery-progress.ts";
import { phoneRecoveryInput, recoveryForm } from "#lib/recovery/schema.ts";
import { chooseWay, goToStep } from "#lib/recovery/use-recovery.ts";

const initialValues = { email: "", phone: "", captcha: "" };

type AddressFields = FormFields<typeof initialValues>;

interface RecoveryAddressFormProps {
  way: RecoveryWay;
  offersPhone: boolean;
  challenge: Challenge;
}

/** Step 1: where the code is to go, by mail or, where such are sent, by text message. */
export function RecoveryAddressForm({ way, offersPhone, challenge }: RecoveryAddressFormProps) {
  const t = useTranslations("Recovery");
  const mailCode = useSendRecoveryCode();
  const textCode = useTextRecoveryCode();
  const account = useAccountDomain();
  const { form, alert, submit } = useAccountForm({
    name: "recovery",
    schema: way === "phone" ? phoneRecoveryInput : recoveryForm,
    initialValues,
    challenge,
    send: async ({ email, phone, ...answer }) => {
      if (way === "phone") {
        const asked = phoneRecoveryInput.parse({ phone, ...answer });
        await textCode.mutateAsync(asked);
        challenge.renew(); // a visitor who returns for another code needs another captcha
        goToStep("code", { phone: asked.phone, code: "" });
      } else {
        const named = account.accountOf(email);
        await mailCode.mutateAsync({ ...answer, email: wholeAccountName(named) });
        challenge.renew();
        goToStep("code", { ...named, code: "" });
      }
    },
  });
  useFormerAddress(form, account.choose);
  return (
    <AccountForm
      title={t("emailTitle")}
      lead={t(way === "phone" ? "phoneLead" : "emailLead")}
      alert={alert}
      onSubmit={submit}
      submitting={form.submitting}
      challenge={challenge}
      submitLabel={t("sendCode")}
      question={challenge.field(form.getInputProps("captcha"))}
      footer={<RecoveryFooter />}
    >
      {offersPhone && (
        <div className={classes.ways}>
          <RadioRow<RecoveryWay>
            legend={t("way")}
            legendHidden
            options={[
              { value: "mail", label: t("byMail"), Icon: IconMail },
              { value: "phone", label: t("byPhone"), Icon: IconDeviceMobile },
            ]}
            value={way}
            onChange={chooseWay}
          />
        </div>
      )}
      <AddressField way={way} form={form} account={account} />
    </AccountForm>
  );
}

interface AddressFieldProps {
  way: RecoveryWay;
  form: AddressFields;
  account: ReturnType<typeof useAccountDomain>;
}

function AddressField({ way, form, account }: AddressFieldProps) {
  const t = useTranslations("Recovery");
  const { domains, domain, choose } = account;
  if (way === "phone")
    return (
      <TextField
        {...form.getInputProps("phone")}
        label={t("phone")}
        description={`${t("phoneHint")}. ${t("phoneAge")}`}
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
      />
    );
  const changeEmail = (typed: string) => {
    const whole = splitAccountName(typed, domains);
    form.setFieldValue("email", whole?.localPart ?? typed);
    if (whole) choose(whole.domain);
  };
  return (
    <AccountField
      {...form.getInputProps("email")}
      label={t("email")}
      onChange={(event) => changeEmail(event.currentTarget.value)}
      domains={domains}
      domain={domain}
      onDomainChange={choose}
    />
  );
}

/** A visitor who returns to this step finds the address they entered before. */
function useFormerAddress(form: AddressFields, chooseDomain: (domain: string) => void): void {
  const adoptFormer = useEffectEvent(() => {
    const former = parseProgress(readWrittenProgress());
    if (!former) return;
    if ("phone" in former) form.setFieldValue("phone", phoneText(former.phone));
    else {
      form.setFieldValue("email", former.localPart);
      chooseDomain(former.domain);
    }
  });
  useLayoutEffect(() => adoptFormer(), []);
}
