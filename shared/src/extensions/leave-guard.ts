/** Calls `leave` after the user has confirmed. */
type ConfirmLeave = (leave: () => void) => void

let currentGuard: ConfirmLeave | null = null

/**
 * One guard at a time, for links, the palette and notifications. Returns a function that removes the guard. The page
 * itself handles the browser's back button and a closed tab (`useBackCloses`, `beforeunload`).
 */
export function guardLeaving(confirmLeave: ConfirmLeave): () => void {
  currentGuard = confirmLeave
  return () => {
    if (currentGuard === confirmLeave) currentGuard = null
  }
}

export function leavePage(leave: () => void): void {
  if (currentGuard) currentGuard(leave)
  else leave()
}
