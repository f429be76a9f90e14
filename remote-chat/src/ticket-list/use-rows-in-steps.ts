import { startTransition, useEffect, useState } from 'react'

/** How many rows are drawn at first, and then, until all are; a phone's screen has room for four. */
const STEPS = [2, 4, 8]

/**
 * How many rows of a list are drawn: none before it is filled, then step by step, each step rendered at low priority and laid out
 * by itself, so that a slow phone answers a touch between them. All of them for good once all have been.
 */
export function useRowsInSteps(isFilled: boolean): number {
  const [step, setStep] = useState(isFilled ? STEPS.length + 1 : 0)
  useEffect(() => {
    if (isFilled && step <= STEPS.length) startTransition(() => setStep(step + 1))
  }, [isFilled, step])
  return step === 0 ? 0 : (STEPS[step - 1] ?? Number.POSITIVE_INFINITY)
}
