/** Focuses the first invalid field on the next frame, when it is rendered as invalid. */
export function focusInvalidField(form: HTMLElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid=true]')?.focus(),
  )
}

/** Focuses the first field, if the focus is in the form, or on the body as after a click on a loading button. */
export function focusFirst(form: HTMLElement | null): void {
  const { activeElement } = document
  if (activeElement === document.body || form?.contains(activeElement))
    form?.querySelector<HTMLElement>('textarea, input:not([type=radio])')?.focus()
}
