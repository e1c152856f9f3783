"use client";

import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import { Drawer as MantineDrawer, type DrawerProps } from "@mantine/core";
import { useCloseByEscape } from "#components/ui/overlays/use-close-by-escape.ts";
import { useCloseOnBack } from "#components/ui/overlays/use-close-on-back.ts";

/** Mantine's drawer, which Escape and the browser's Back close. */
export function Drawer(drawer: DrawerProps) {
  useCloseOnBack(drawer.onClose, drawer.opened, { isPart: drawer.position === "bottom" });
  useCloseByEscape(drawer.onClose, drawer.opened);
  return <MantineDrawer {...drawer} closeOnEscape={false} />;
}
