import type { ComponentProps } from "react";
import { type ButtonLook, buttonLook } from "#components/ui/controls/button.tsx";
import { RouteLink } from "#components/ui/controls/route-link.tsx";

type ButtonLinkProps = ComponentProps<typeof RouteLink> & ButtonLook;

export function ButtonLink({ variant, fullWidth, className, ...link }: ButtonLinkProps) {
  return <RouteLink {...link} {...buttonLook({ variant, fullWidth }, className)} />;
}
