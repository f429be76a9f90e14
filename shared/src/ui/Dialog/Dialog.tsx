import { type ReactNode, useEffect } from 'react'
import { deferred, useDeferred } from '../deferred.ts'
import { sayNotOpened } from '../late-window.ts'
import { useBackCloses } from './window-history.ts'

export interface DialogProps {
  open: boolean
  /** Escape, the backdrop, the cross, or the browser's back (a phone's gesture). */
  onClose: () => void
  title: string
  /** The focus begins before the first field in here. */
  children: ReactNode
  /** Buttons at the foot. */
  footer?: ReactNode
  /** center: a card · end: a panel at the right · sheet: from the bottom on phones, a card elsewhere · cover: the whole screen. Default: `center`. */
  placement?: 'center' | 'end' | 'sheet' | 'cover'
  /** Leaves the header with title and cross to the children. */
  bare?: boolean
  className?: string
  /**
   * A confirmation: screen readers read the children with the title, early keys are ignored, and an element inside has `data-autofocus`.
   */
  spoken?: boolean
  /** The page's address says that it is open, so that back closes it anyway. */
  inAddress?: boolean
}

/** The window itself: Mantine's modal and drawer. */
export const dialogWindow = deferred(async () => (await import('./DialogWindow.tsx')).DialogWindow)

/** A modal window: the focus stays inside; afterwards it is where it was. Its code may come after the click that opens it. */
export function Dialog(props: DialogProps) {
  const { open, onClose, inAddress = false } = props
  const Window = useDeferred(dialogWindow, open, () => {
    sayNotOpened()
    onClose()
  })
  useBackCloses(open && !inAddress, onClose)

  useEffect(() => {
    if (!open) return
    const places = placesOf(comeFrom(document.activeElement))
    return () => {
      // The window is removed already; a focus that stood in it is now on the body.
      if (document.activeElement !== null && document.activeElement !== document.body) return
      places.find((place) => place.isConnected && !place.matches(':disabled'))?.focus({ preventScroll: true })
    }
  }, [open])

  return Window && open ? <Window {...props} /> : null
}

/**
 * Where the focus may return to. A button that is disabled while its work is under way takes none, and one whose row was removed is not
 * there: what stands around it and takes the focus does.
 */
function placesOf(element: Element | null): HTMLElement[] {
  const place = element?.closest<HTMLElement>('a, button, input, textarea, [tabindex]')
  return place ? [place, ...placesOf(place.parentElement)] : []
}

/** What had the focus; an item of a menu goes with its list, so that the button that opened it stands in. */
function comeFrom(element: Element | null): Element | null {
  const list = element?.closest('[role=menu]')
  return list ? document.getElementById(list.id.replace(/-dropdown$/, '')) : element
}
