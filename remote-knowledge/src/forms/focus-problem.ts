/** Brings the focus to the first field of a form that is marked as wrong, once it has been drawn so. */
export function focusProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid=true]')?.focus(),
  )
}
