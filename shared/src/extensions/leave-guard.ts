/** Asks the user for confirmation, and then calls `leave`. */
type ConfirmLeave = (leave: () => void) => void

let currentGuard: ConfirmLeave | null = null

/**
 * Guards the current page: the user must confirm before leaving it by a link, the palette or a notification. One
 * guard at a time. Returns a function that removes the guard. The page itself handles the browser's back button and
 * a closed tab (`useBackCloses`, `beforeunload`).
 */
export function guardLeaving(confirmLeave: ConfirmLeave): () => void {
  currentGuard = confirmLeave
  return () => {
    if (currentGuard === confirmLeave) currentGuard = null
  }
}

/** Leaves the current page, immediately or after the confirmation of its guard. Called by the shell. */
export function leavePage(leave: () => void): void {
  if (currentGuard) currentGuard(leave)
  else leave()
}
