import { type ReactNode, useCallback, useState } from 'react'
import { Button } from 'shared/ui'
import classes from './message.module.css'

const COLLAPSED_LINES = 20
/** Minimum number of characters that a line holds, even in the narrowest bubble. */
const MIN_LINE_LENGTH = 12

/** True for texts that may be higher than 20 lines; only the height of these texts is measured. */
export const mayNeedCollapse = (text: string): boolean =>
  text.length > COLLAPSED_LINES * MIN_LINE_LENGTH ||
  text.split('\n', COLLAPSED_LINES + 1).length > COLLAPSED_LINES

export function CollapsedText({ children }: { children: ReactNode }) {
  const [isLong, setLong] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const check = () => {
      if (element.hasAttribute('data-collapsed')) setLong(element.scrollHeight > element.clientHeight + 1)
    }
    check()
    const sizes = new ResizeObserver(check)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return (
    <>
      <p ref={measure} className={classes.text} data-collapsed={!isWhole || undefined}>
        {children}
      </p>
      {isLong ? (
        <Button size="sm" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'ย่อ' : 'แสดงเพิ่มเติม'}
        </Button>
      ) : null}
    </>
  )
}
