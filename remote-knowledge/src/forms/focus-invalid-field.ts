/** On the next frame, when the field is rendered as invalid. */
export function focusInvalidField(form: HTMLElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid=true]')?.focus(),
  )
}

/** Unless the user has moved the focus outside of the form. A button with `loading` moves the focus to the body. */
export function focusFirst(form: HTMLElement | null): void {
  const { activeElement } = document
  if (activeElement === document.body || form?.contains(activeElement))
    form?.querySelector<HTMLElement>('textarea, input:not([type=radio])')?.focus()
}
