import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { Dialog } from 'shared/ui'
import classes from './ConversationPanel.module.css'

export interface ConversationCoverProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** A conversation over the whole screen: a swipe to the right closes it, and the on-screen keyboard leaves it its field. */
export function ConversationCover({ label, onClose, children }: ConversationCoverProps) {
  return (
    <Dialog open onClose={onClose} title={label} placement="cover" bare inAddress className={classes.cover}>
      <CoverBox onClose={onClose}>{children}</CoverBox>
    </Dialog>
  )
}

/** A component of its own: what is inside the window may come to the page later than the one that opens it. */
function CoverBox({ onClose, children }: Omit<ConversationCoverProps, 'label'>) {
  const box = useRef<HTMLDivElement>(null)
  useSwipeAway(box, onClose)
  useVisibleHeight(box)
  return (
    <div ref={box} className={classes.coverBox} data-conversation data-takes-shortcuts>
      {children}
    </div>
  )
}

const FAR_PX = 90
const LEVEL_PX = 45
const QUICK_MS = 600
/** A swipe that begins this near to the screen's edge is the browser's own way back. */
const BROWSER_EDGE_PX = 40

/**
 * A quick swipe to the right, level enough not to be scrolling, closes. What the browser takes for its own way back is left to
 * it: a swipe from the edge, one that it takes over, and one during which the address has changed.
 */
function useSwipeAway(box: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const element = box.current
    if (!element) return
    let start: { x: number; y: number; at: number; address: string } | null = null
    const onStart = (event: TouchEvent) => {
      const touch = event.touches[0]
      const inText = (event.target as HTMLElement).closest('textarea, input') !== null
      const isBrowsers = (touch?.clientX ?? 0) < BROWSER_EDGE_PX
      start =
        touch && event.touches.length === 1 && !inText && !isBrowsers
          ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp, address: location.href }
          : null
    }
    const onEnd = (event: TouchEvent) => {
      const touch = event.changedTouches[0]
      const begun = start
      start = null
      if (!begun || !touch || begun.address !== location.href) return
      const level = Math.abs(touch.clientY - begun.y) < LEVEL_PX
      if (touch.clientX - begun.x > FAR_PX && level && event.timeStamp - begun.at < QUICK_MS) close()
    }
    const onCancel = () => {
      start = null
    }
    element.addEventListener('touchstart', onStart, { passive: true })
    element.addEventListener('touchend', onEnd, { passive: true })
    element.addEventListener('touchcancel', onCancel, { passive: true })
    return () => {
      element.removeEventListener('touchstart', onStart)
      element.removeEventListener('touchend', onEnd)
      element.removeEventListener('touchcancel', onCancel)
    }
  }, [box])
}

/** Keeps an element as high as what the on-screen keyboard leaves of the window. */
function useVisibleHeight(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    const element = box.current
    if (!viewport || !element) return
    const fit = () => {
      // Pinched in, the visible part is small for another reason.
      const covered = viewport.scale === 1 && viewport.height < window.innerHeight - 1
      element.style.height = covered ? `${viewport.height}px` : ''
    }
    fit()
    viewport.addEventListener('resize', fit)
    return () => viewport.removeEventListener('resize', fit)
  }, [box])
}
