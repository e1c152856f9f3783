import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { CaptchaField } from "#components/captcha/captcha-field.tsx";
import { renderWithProviders } from "#components/testing/render.tsx";
import messages from "#messages/ru.json" with { type: "json" };

/** The picture of this field never arrives. */
function Field() {
  const [loading, setLoading] = useState(false);
  const loader = { loading, error: "", captcha: undefined, reload: () => setLoading(true) };
  return <CaptchaField loader={loader} onAlternative={() => undefined} focused={false} />;
}

it("the button for another picture keeps the focus while the picture loads", async () => {
  renderWithProviders(<Field />);
  const reload = screen.getByRole("button", { name: messages.Captcha.reload });
  reload.focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("img", { name: messages.Captcha.loading })).toBeVisible();
  expect(reload).toBeEnabled();
  expect(reload).toHaveFocus();
});
