"use client";

import { createElement, useEffect } from "react";
import type { MenuPlace } from "#components/messenger/actions/placed-menu.tsx";
import { PhotoViewer } from "#components/messenger/attachments/photo-viewer.tsx";
import { useOnDemand } from "#components/ui/overlays/use-on-demand.ts";
import type { Media } from "#lib/files/schema.ts";
import type { Chat, Message } from "#lib/messenger/contract/schema.ts";

/** What lies over a conversation. */
export type Layer =
  | { kind: "photos"; photos: readonly Media[]; index: number }
  | { kind: "menu"; message: Message; place: MenuPlace }
  | { kind: "forward"; messages: readonly Message[] };

interface MessageLayerProps {
  chat: Chat;
  layer: Layer;
  onClose: () => void;
}

const fetchMenu = async () =>
  (await import("#components/messenger/actions/message-menu.tsx")).MessageMenu;
const fetchForward = async () =>
  (await import("#components/messenger/actions/forward-dialog.tsx")).ForwardDialog;

export function MessageLayer({ chat, layer, onClose }: MessageLayerProps) {
  const menu = useOnDemand(fetchMenu, onClose, layer.kind === "menu");
  const dialog = useOnDemand(fetchForward, onClose, layer.kind === "forward");
  switch (layer.kind) {
    case "photos":
      return <PhotoViewer {...layer} onClose={onClose} />;
    case "menu":
      return menu && createElement(menu, { ...layer, chat, onClose });
    case "forward":
      return dialog && createElement(dialog, { ...layer, onClose });
  }
}

/** Once the conversation is there, so are its menus: they open at once, and without a network too. */
export function useLayersAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const fetchPart of [fetchMenu, fetchForward]) void fetchPart().catch(() => null);
    }, aheadMs);
    return () => clearTimeout(timer);
  }, []);
}
const aheadMs = 1500;
