/** Brings the focus to the first field of a form that is marked as wrong, once it has been drawn so. */
export function focusProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid=true]')?.focus(),
  )
}

/** Goes on with the next text, unless somebody has gone elsewhere: a button that is at work lets the focus go. */
export function focusFirst(form: HTMLElement | null): void {
  const { activeElement } = document
  if (activeElement === document.body || form?.contains(activeElement))
    form?.querySelector<HTMLElement>('textarea, input:not([type=radio])')?.focus()
}
