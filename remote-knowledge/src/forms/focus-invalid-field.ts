/** Focuses the first invalid field on the next frame, when it is rendered as invalid. */
export function focusInvalidField(form: HTMLElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid=true]')?.focus(),
  )
}

/** Focuses the first field, unless the user has left the form. A button with `loading` moves the focus to the body. */
export function focusFirst(form: HTMLElement | null): void {
  const { activeElement } = document
  if (activeElement === document.body || form?.contains(activeElement))
    form?.querySelector<HTMLElement>('textarea, input:not([type=radio])')?.focus()
}
