"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { useSyncExternalStore } from "react";
import { api } from "#lib/api/api-client.ts";
import { useMember } from "#lib/auth/auth-context.tsx";
import {
  useNotificationChoice,
  writeNotificationChoice,
} from "#lib/browser/notification-choice.ts";
import { createListeners } from "#lib/browser/store.ts";
import {
  askPermission,
  type Permission,
  readPermission,
  subscribe,
  unsubscribe,
} from "#lib/push/browser-push.ts";
import { pushPath, pushStateQuery } from "#lib/push/queries.ts";
import { pushChanged } from "#lib/push/schema.ts";

/** Permissions are changed in the browser's own settings, so they are read again on focus. */
const focus = createListeners("focus");

/** Undefined while hydrating. */
export function usePermission(): Permission | undefined {
  return useSyncExternalStore<Permission | undefined>(
    focus.subscribe,
    readPermission,
    () => undefined,
  );
}

/** How this browser notifies its member of messages, and what changes it. */
export function useNotifications() {
  const member = useMember();
  const locale = useLocale();
  const client = useQueryClient();
  const choice = useNotificationChoice(member.id);
  const refresh = () => client.invalidateQueries({ queryKey: pushStateQuery(locale).queryKey });

  const turnOn = useMutation({
    mutationFn: async () => {
      if ((await askPermission()) !== "granted") return;
      writeNotificationChoice(member.id, (await subscribe(locale)) ? "push" : "tabs");
    },
    onSettled: refresh,
  });
  const turnOff = useMutation({
    mutationFn: async () => {
      await api.delete(pushPath(locale), pushChanged);
      writeNotificationChoice(member.id, "off");
      await unsubscribe();
    },
    onSettled: refresh,
  });
  return { choice, turnOn, turnOff, putAway: () => writeNotificationChoice(member.id, "later") };
}
