"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { RouteLink } from "#components/ui/route-link.tsx";
import { routes } from "#lib/routes.ts";

export function HomeButton({ name, variant }: { name: string; variant?: ButtonProps["variant"] }) {
  return (
    <Button component={RouteLink} route={routes.home()} variant={variant}>
      {name}
    </Button>
  );
}
