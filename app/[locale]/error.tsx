"use client";

import { ProblemPageInPlace } from "#components/layout/problem-page.tsx";

export default function ErrorPage({ reset }: { error: Error; reset: () => void }) {
  return <ProblemPageInPlace reset={reset} />;
}
