/** Asks a person, and goes on with `leave` when they want to. */
type AskBeforeLeaving = (leave: () => void) => void

let ask: AskBeforeLeaving | null = null

/**
 * Has a page be left only after it was asked about: by a link, the palette, a notice. One page at a time. Returns the end of it.
 * The browser's back and a closed tab are the page's own (`useBackCloses`, `beforeunload`).
 */
export function guardLeaving(question: AskBeforeLeaving): () => void {
  ask = question
  return () => {
    if (ask === question) ask = null
  }
}

/** For the shell: leaves the page that is shown, at once or when the person has been asked. */
export function leavePage(leave: () => void): void {
  if (ask) ask(leave)
  else leave()
}
