import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { Dialog } from 'shared/ui'
import classes from './ConversationPanel.module.css'

export interface FullScreenConversationProps {
  label: string
  onClose: () => void
  children: ReactNode
}

export function FullScreenConversation({ label, onClose, children }: FullScreenConversationProps) {
  return (
    <Dialog open onClose={onClose} title={label} placement="cover" bare inAddress>
      <CoverBox onClose={onClose}>{children}</CoverBox>
    </Dialog>
  )
}

/** A separate component, because its effects must run when the dialog has mounted its content. */
function CoverBox({ onClose, children }: Omit<FullScreenConversationProps, 'label'>) {
  const box = useRef<HTMLDivElement>(null)
  useSwipeToClose(box, onClose)
  useVisibleHeight(box)
  return (
    <div ref={box} className={classes.coverBox} data-conversation data-shortcut-scope>
      {children}
    </div>
  )
}

const MIN_SWIPE_PX = 90
const MAX_SWIPE_RISE_PX = 45
const MAX_SWIPE_MS = 600
/** Distance from the screen's edge within which a swipe belongs to the browser's back gesture. */
const BROWSER_EDGE_PX = 40

/** Closes on a swipe, unless the swipe starts at the edge, is taken over by the browser or changes the URL. */
function useSwipeToClose(box: RefObject<HTMLElement | null>, onClose: () => void): void {
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
      const isHorizontal = Math.abs(touch.clientY - begun.y) < MAX_SWIPE_RISE_PX
      if (touch.clientX - begun.x > MIN_SWIPE_PX && isHorizontal && event.timeStamp - begun.at < MAX_SWIPE_MS)
        close()
    }
    const onCancel = () => {
      start = null
    }
    const controller = new AbortController()
    const options = { passive: true, signal: controller.signal }
    element.addEventListener('touchstart', onStart, options)
    element.addEventListener('touchend', onEnd, options)
    element.addEventListener('touchcancel', onCancel, options)
    return () => controller.abort()
  }, [box])
}

function useVisibleHeight(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    const element = box.current
    if (!viewport || !element) return
    const fit = () => {
      // Excludes a zoomed page, whose visual viewport is small even without an on-screen keyboard.
      const isKeyboardShown = viewport.scale === 1 && viewport.height < window.innerHeight - 1
      element.style.height = isKeyboardShown ? `${viewport.height}px` : ''
    }
    fit()
    viewport.addEventListener('resize', fit)
    return () => viewport.removeEventListener('resize', fit)
  }, [box])
}
