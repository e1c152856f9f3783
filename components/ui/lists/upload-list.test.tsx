// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithProviders } from "#components/testing/render.tsx";
import { UploadList } from "#components/ui/lists/upload-list.tsx";
import type { Upload } from "#lib/api/uploads.ts";
import messages from "#messages/ru.json" with { type: "json" };

const t = messages.Uploads;

interface Source {
  name: string;
  sizeBytes: number;
}

const none = () => undefined;

/** Twenty uploads, of which the first `lost` have failed because the network is gone. */
const afterLosing = (lost: number) => (
  <UploadList<Source>
    label={t.list}
    uploads={{ cancel: none, retry: none, dismiss: none }}
    items={Array.from({ length: 20 }, (_, id): Upload<Source> => {
      const outcome =
        id < lost
          ? ({ state: "failed", failure: messages.Problem.offline } as const)
          : ({ state: "waiting", failure: null } as const);
      return {
        id,
        source: { name: `${id + 1}.jpg`, sizeBytes: 1024 },
        sentBytes: 0,
        totalBytes: 1024,
        refused: false,
        ...outcome,
      };
    })}
    nameOf={({ name }) => name}
    previewOf={() => null}
  />
);

it.each([
  [0, ""],
  [1, `1.jpg: ${messages.Problem.offline}`],
  [20, `${t.failed}: 20`],
])(
  "of twenty uploads, %i that are lost are announced together, without an interruption",
  (lost, said) => {
    renderWithProviders(afterLosing(lost));
    expect(screen.queryAllByRole("alert")).toEqual([]);
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toEqual([said]);
    expect(screen.queryAllByText(messages.Problem.offline)).toHaveLength(lost);
  },
);
