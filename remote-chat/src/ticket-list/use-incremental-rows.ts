import { startTransition, useEffect, useState } from 'react'

/** Number of rows rendered after each step; four rows fill the screen of a phone. */
const STEPS = [2, 4, 8]

/** Number of rows to render. Grows in low-priority steps, so that a slow phone can handle a touch in between. */
export function useIncrementalRows(isFilled: boolean): number {
  const [step, setStep] = useState(isFilled ? STEPS.length + 1 : 0)
  useEffect(() => {
    if (isFilled && step <= STEPS.length) startTransition(() => setStep(step + 1))
  }, [isFilled, step])
  return step === 0 ? 0 : (STEPS[step - 1] ?? Number.POSITIVE_INFINITY)
}
