import { useCallback } from 'react'
import { useLocation } from 'react-router-dom'
import { useStepBack } from './use-step-back.ts'

/** What the entry of the browser's history remembers of a window that was opened here: its name. */
export type OpenedHere = Readonly<{ openedHere: string }>

/** Closes a window that the address names: a step back, and where whoever came by a link has nothing before it, what `leave` does. */
export function useCloseOpened({ openedHere }: OpenedHere, leave: () => void): () => void {
  const stepBack = useStepBack()
  const { state } = useLocation()
  const isOpenedHere = (state as Partial<OpenedHere> | null)?.openedHere === openedHere
  return useCallback(() => (isOpenedHere ? stepBack() : leave()), [isOpenedHere, stepBack, leave])
}
