/** Asks the user to confirm, and then calls `leave`. */
type ConfirmLeave = (leave: () => void) => void

let currentGuard: ConfirmLeave | null = null

/**
 * Registers a guard that asks before links, the palette and notifications leave the page. Only one guard exists at a
 * time. Returns a function that removes the guard. The page itself handles the browser's back button and a closed tab
 * (`useBackCloses`, `beforeunload`).
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
