import { type ReactNode, useEffect } from 'react'
import { deferred, useDeferred } from '../deferred-import.ts'
import { reportNotOpened } from '../lazy-dialog.ts'
import { useBackCloses } from './dialog-history.ts'

export interface DialogProps {
  open: boolean
  /** Called on Escape, on a click on the backdrop or the close button, and on the browser's back button or gesture. */
  onClose: () => void
  title: string
  /** Content of the dialog. Its first field gets the initial focus. */
  children: ReactNode
  footer?: ReactNode
  /**
   * `center`: a card. `end`: a panel at the right. `sheet`: a panel at the bottom on phones, otherwise a card.
   * `cover`: the whole screen. Default: `center`.
   */
  placement?: 'center' | 'end' | 'sheet' | 'cover'
  /** Omits the header with title and close button; the children render their own header. */
  bare?: boolean
  className?: string
  /**
   * True for a confirmation: screen readers read the children together with the title, keys right after the opening
   * are ignored, and an element inside must have `data-autofocus`.
   */
  spoken?: boolean
  /** True when the URL contains the open state: the back button then closes the dialog by changing the URL. */
  inAddress?: boolean
}

/** Lazy code of the dialog: Mantine's modal and drawer. */
export const dialogContent = deferred(async () => (await import('./DialogContent.tsx')).DialogContent)

/** A modal dialog. Traps the focus, and restores it on close. Its code may load after the click that opens it. */
export function Dialog(props: DialogProps) {
  const { open, onClose, inAddress = false } = props
  const LazyDialog = useDeferred(dialogContent, open, () => {
    reportNotOpened()
    onClose()
  })
  useBackCloses(open && !inAddress, onClose)

  useEffect(() => {
    if (!open) return
    const targets = focusTargetsOf(focusOrigin(document.activeElement))
    return () => {
      // The dialog is already removed, and the focus has moved from its content to the body.
      if (document.activeElement !== null && document.activeElement !== document.body) return
      targets
        .find((target) => target.isConnected && !target.matches(':disabled'))
        ?.focus({ preventScroll: true })
    }
  }, [open])

  return LazyDialog && open ? <LazyDialog {...props} /> : null
}

/**
 * Returns the elements that can get the focus back: the given element, then its focusable ancestors. The element
 * itself may be disabled while its action is in progress, or removed together with its row.
 */
function focusTargetsOf(element: Element | null): HTMLElement[] {
  const target = element?.closest<HTMLElement>('a, button, input, textarea, [tabindex]')
  return target ? [target, ...focusTargetsOf(target.parentElement)] : []
}

/**
 * Returns the element that had the focus. For a menu item, which is removed with the menu, returns the menu's
 * button.
 */
function focusOrigin(element: Element | null): Element | null {
  const list = element?.closest('[role=menu]')
  return list ? document.getElementById(list.id.replace(/-dropdown$/, '')) : element
}
