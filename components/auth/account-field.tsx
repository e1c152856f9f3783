"use client";

import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComponentPropsWithRef } from "react";
import classes from "#components/auth/account-field.module.css";
import { Field, type FieldTexts } from "#components/ui/forms/field.tsx";

interface AccountFieldProps extends Omit<ComponentPropsWithRef<"input">, "id">, FieldTexts {
  /** The account domains: the fixed one, or several to choose from. Empty until the browser knows them. */
  domains: readonly string[];
  domain: string;
  /** Without it the domain is fixed. */
  onDomainChange?: (domain: string) => void;
}

/** The local part of a mail-style login, with its account domain beside it (S-SIGNUP). */
export function AccountField(props: AccountFieldProps) {
  const { label, description, error, hint, domains, domain, onDomainChange, ...input } = props;
  const isChosen = onDomainChange && domains.length > 1;
  return (
    <Field label={label} description={description} error={error} hint={hint}>
      {({ "aria-describedby": describedBy, ...control }) => (
        <div className={classes.control} data-error={error ? true : undefined}>
          <input
            type="text"
            {...input}
            {...control}
            aria-describedby={isChosen ? describedBy : `${control.id}-domain ${describedBy ?? ""}`}
            required
            autoComplete="username"
            enterKeyHint="next"
            className={classes.input}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            inputMode="email"
          />
          {isChosen ? (
            <DomainChoice domains={domains} domain={domain} onChange={onDomainChange} />
          ) : (
            <span id={`${control.id}-domain`} className={classes.domain}>
              {domain && `@${domain}`}
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

interface DomainChoiceProps {
  domains: readonly string[];
  domain: string;
  onChange: (domain: string) => void;
}

function DomainChoice({ domains, domain, onChange }: DomainChoiceProps) {
  const t = useTranslations("Auth");
  return (
    <span className={classes.choice}>
      <select
        aria-label={t("accountDomain")}
        value={domain}
        onChange={(event) => onChange(event.currentTarget.value)}
        className={classes.select}
      >
        {domains.map((option) => (
          <option key={option} value={option}>
            @{option}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} stroke={1.8} aria-hidden="true" className={classes.chevron} />
    </span>
  );
}
