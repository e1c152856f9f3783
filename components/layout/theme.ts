"use client";

import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineTheme,
  type ModalProps,
  rem,
  type VariantColorsResolver,
} from "@mantine/core";
import classes from "#components/layout/controls.module.css";
import { layers, modalSizesPx, transitionMs } from "#components/layout/interface-constants.ts";

const isModalSize = (size: unknown): size is keyof typeof modalSizesPx =>
  typeof size === "string" && size in modalSizesPx;

const fontFamily = "var(--font-onest), ui-sans-serif, system-ui, sans-serif";

/**
 * On the accent and on danger, text is dark in one scheme and light in the other; Mantine would choose one for both.
 */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== "filled") return colors;
  if (input.color === input.theme.primaryColor)
    return { ...colors, color: "var(--mantine-primary-color-contrast)" };
  if (input.color === "red") return { ...colors, ...danger };
  return colors;
};

const danger = {
  background: "var(--kampus-danger)",
  hover: "color-mix(in srgb, var(--kampus-danger) 88%, var(--kampus-ink))",
  color: "var(--kampus-card)",
};

/**
 * The list under a field fades in as a popover. Mantine's own transition would hide it for a frame, in which it can
 * neither be scrolled to the chosen value nor find its place.
 */
const fadingList = {
  classNames: { dropdown: classes.fadingList },
  styles: { dropdown: { animationDuration: `${transitionMs.popover}ms` } },
};

/** The design (D-LOOK). Colours that follow the scheme are the variables of theme.css. */
export const theme = createTheme({
  primaryColor: "kampus",
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  variantColorResolver: variantColors,
  black: "#1c1b19",
  cursorType: "pointer",
  respectReducedMotion: true,
  activeClassName: "",
  fontFamily,
  colors: {
    kampus: [
      "#effaf8",
      "#dcf3ee",
      "#b4e2d9",
      "#66ccbf",
      "#3fb8a9",
      "#239f92",
      "#138577",
      "#0f766e",
      "#0b5f59",
      "#084a46",
    ],
    gray: [
      "#faf9f7",
      "#f6f5f2",
      "#efede8",
      "#e6e3dd",
      "#d9d5cd",
      "#b3aea5",
      "#8c877f",
      "#6b6862",
      "#45423d",
      "#1c1b19",
    ],
    dark: [
      "#eceae6",
      "#c9c6c1",
      "#9c9a94",
      "#7d7b76",
      "#3a3f3d",
      "#272b2a",
      "#1e2120",
      "#161817",
      "#121413",
      "#0d0f0e",
    ],
  },
  defaultRadius: "md",
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  fontSizes: { xs: rem(12), sm: rem(13.5), md: rem(15), lg: rem(17), xl: rem(20) },
  lineHeights: { xs: "1.4", sm: "1.4", md: "1.45", lg: "1.5", xl: "1.5" },
  fontWeights: { regular: "400", medium: "550", bold: "650" },
  headings: {
    fontFamily,
    fontWeight: "660",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: rem(26), lineHeight: "1.25" },
      h2: { fontSize: rem(20), lineHeight: "1.3" },
      h3: { fontSize: rem(17), lineHeight: "1.35" },
      h4: { fontSize: rem(15), lineHeight: "1.4" },
    },
  },
  components: {
    Button: {
      defaultProps: { size: "md" },
      classNames: { root: classes.button, loader: classes.buttonLoader },
    },
    ActionIcon: {
      defaultProps: { variant: "subtle", color: "gray", size: 44 },
      classNames: { root: classes.actionIcon },
    },
    Anchor: { classNames: { root: classes.anchor } },
    Input: { defaultProps: { size: "md" }, classNames: { wrapper: classes.input } },
    InputWrapper: {
      defaultProps: {
        size: "md",
        withAsterisk: false,
        inputWrapperOrder: ["label", "input", "description", "error"],
      },
      classNames: {
        label: classes.label,
        description: classes.description,
        error: classes.error,
      },
    },
    TextInput: { defaultProps: { size: "md" } },
    PasswordInput: { defaultProps: { size: "md" } },
    Select: { defaultProps: { size: "md" }, ...fadingList },
    Title: { styles: { root: { letterSpacing: "-0.02em" } } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: "lg",
        zIndex: layers.modal,
        transitionProps: { duration: transitionMs.modal, transition: "fade" },
      },
      vars: (_theme: MantineTheme, { size = "md" }: ModalProps) => ({
        root: { "--modal-size": isModalSize(size) ? rem(modalSizesPx[size]) : rem(size) },
      }),
    },
    Drawer: {
      defaultProps: {
        zIndex: layers.modal,
        transitionProps: { duration: transitionMs.modal, transition: "fade" },
      },
    },
    Popover: {
      defaultProps: {
        zIndex: layers.popover,
        transitionProps: { duration: transitionMs.popover, transition: "fade" },
      },
    },
    Combobox: fadingList,
    Menu: {
      defaultProps: {
        zIndex: layers.popover,
        transitionProps: { duration: transitionMs.popover, transition: "fade" },
        // A menu may contain nothing but its items; the first of them gets the focus.
        withInitialFocusPlaceholder: false,
      },
      classNames: { dropdown: classes.menu, item: classes.menuItem },
    },
    Notification: { defaultProps: { radius: "lg" } },
  },
});

const schemeVariables = {
  "--mantine-color-body": "var(--kampus-page)",
  "--mantine-color-text": "var(--kampus-ink)",
  "--mantine-color-bright": "var(--kampus-ink)",
  "--mantine-color-dimmed": "var(--kampus-ink-2)",
  "--mantine-color-placeholder": "var(--kampus-ink-2)",
  "--mantine-color-anchor": "var(--kampus-accent-text)",
  "--mantine-color-error": "var(--kampus-danger)",
  "--mantine-color-success": "var(--kampus-success)",
  "--mantine-color-disabled": "var(--kampus-disabled)",
  "--mantine-color-disabled-color": "var(--kampus-disabled-ink)",
  "--mantine-color-default": "var(--kampus-card)",
  "--mantine-color-default-hover": "var(--kampus-hover)",
  "--mantine-color-default-color": "var(--kampus-ink)",
  "--mantine-color-default-border": "var(--kampus-control-border)",
  "--mantine-color-kampus-light": "var(--kampus-accent-tint)",
  "--mantine-color-kampus-light-hover": "var(--kampus-own-bubble)",
  "--mantine-color-kampus-light-color": "var(--kampus-accent-text)",
  "--mantine-color-red-light": "var(--kampus-danger-tint)",
  "--mantine-color-red-light-hover": "var(--kampus-danger-tint)",
  "--mantine-color-red-light-color": "var(--kampus-danger)",
  "--mantine-color-green-light": "var(--kampus-success-tint)",
  "--mantine-color-green-light-hover": "var(--kampus-success-tint)",
  "--mantine-color-green-light-color": "var(--kampus-success)",
  "--mantine-color-gray-light": "var(--kampus-hover)",
  "--mantine-color-gray-light-hover": "var(--kampus-hover)",
  "--mantine-color-gray-light-color": "var(--kampus-ink-2)",
};

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: schemeVariables,
  dark: schemeVariables,
});
