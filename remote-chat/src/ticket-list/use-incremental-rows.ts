import { startTransition, useEffect, useState } from 'react'

/** Number of rows rendered in each step, before all rows are rendered; a phone's screen has room for four. */
const STEPS = [2, 4, 8]

/**
 * Returns how many rows to render: no rows before there is data, then more in steps. Each step is rendered at low
 * priority with its own layout, so that a slow phone can handle a touch in between. After the last step, all rows are
 * always rendered.
 */
export function useIncrementalRows(isFilled: boolean): number {
  const [step, setStep] = useState(isFilled ? STEPS.length + 1 : 0)
  useEffect(() => {
    if (isFilled && step <= STEPS.length) startTransition(() => setStep(step + 1))
  }, [isFilled, step])
  return step === 0 ? 0 : (STEPS[step - 1] ?? Number.POSITIVE_INFINITY)
}
