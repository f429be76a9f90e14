import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { useStepBack } from './use-step-back.ts'

/** History state that names the dialog opened from this app. */
export type OpenedHere = Readonly<{ openedHere: string }>

/** Closes a dialog that the URL names: goes one step back, or calls `leave` when the dialog was opened by a link. */
export function useCloseUrlDialog({ openedHere }: OpenedHere, leave: () => void): () => void {
  const stepBack = useStepBack()
  const { state } = useLocation()
  const isOpenedHere = (state as Partial<OpenedHere> | null)?.openedHere === openedHere
  return useCallback(() => (isOpenedHere ? stepBack() : leave()), [isOpenedHere, stepBack, leave])
}
