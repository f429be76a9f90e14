/** Asks the user for confirmation, and calls `leave` after it. */
type AskBeforeLeaving = (leave: () => void) => void

let ask: AskBeforeLeaving | null = null

/**
 * Asks for confirmation before the user leaves the page by a link, the palette or a notification. One page at a time.
 * Returns a function that removes the guard. The page itself handles the browser's back button and a closed tab
 * (`useBackCloses`, `beforeunload`).
 */
export function guardLeaving(confirmLeave: AskBeforeLeaving): () => void {
  ask = confirmLeave
  return () => {
    if (ask === confirmLeave) ask = null
  }
}

/** Leaves the current page, immediately or after the confirmation of its guard. Called by the shell. */
export function leavePage(leave: () => void): void {
  if (ask) ask(leave)
  else leave()
}
