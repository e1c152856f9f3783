import type { ComponentProps } from "react";
import { type ButtonLook, buttonLook } from "#components/ui/button.tsx";
import { RouteLink } from "#components/ui/route-link.tsx";

type ButtonLinkProps = ComponentProps<typeof RouteLink> & ButtonLook;

export function ButtonLink({ variant, fullWidth, className, ...link }: ButtonLinkProps) {
  return <RouteLink {...link} {...buttonLook({ variant, fullWidth }, className)} />;
}
