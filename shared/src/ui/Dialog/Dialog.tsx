import { type ReactNode, useEffect } from 'react'
import { deferred } from '../deferred-import.ts'
import { useLazyDialog } from '../lazy-dialog.ts'
import { useBackCloses } from './dialog-history.ts'

export interface DialogProps {
  open: boolean
  /** Called on Escape, a click on the backdrop or the close button, and the browser's back button or gesture. */
  onClose: () => void
  title: string
  children: ReactNode
  footer?: ReactNode
  /** `end`: at the right. `sheet`: at the bottom on phones, otherwise in the center. `cover`: the whole screen. */
  placement?: 'center' | 'end' | 'sheet' | 'cover'
  /** True for children with their own header, which fill the dialog without padding. */
  bare?: boolean
  className?: string
  /**
   * True for a confirmation: screen readers read the children with the title, and keys right after the opening are
   * ignored. An element inside must have `data-autofocus`.
   */
  spoken?: boolean
  /** True when the URL contains the open state: the back button then closes the dialog by changing the URL. */
  inAddress?: boolean
}

export const dialogContent = deferred(async () => (await import('./DialogContent.tsx')).DialogContent)

/** Traps the focus and restores it on close, even when the dialog's code loads after the click that opens it. */
export function Dialog(props: DialogProps) {
  const { open, onClose, inAddress = false } = props
  const LazyDialog = useLazyDialog(dialogContent, open, onClose)
  useBackCloses(open && !inAddress, onClose)

  useEffect(() => {
    if (!open) return
    const targets = focusTargetsOf(focusOrigin(document.activeElement))
    return () => {
      // Does nothing unless the focus is on the body, where it moves when the dialog is removed.
      if (document.activeElement !== null && document.activeElement !== document.body) return
      targets
        .find((target) => target.isConnected && !target.matches(':disabled'))
        ?.focus({ preventScroll: true })
    }
  }, [open])

  return LazyDialog ? <LazyDialog {...props} /> : null
}

/** Elements that may get the focus, best first: the button that opened the dialog may be disabled or removed. */
function focusTargetsOf(element: Element | null): HTMLElement[] {
  const target = element?.closest<HTMLElement>('a, button, input, textarea, [tabindex]')
  return target ? [target, ...focusTargetsOf(target.parentElement)] : []
}

/** A menu item is removed with its menu, so the menu's button is returned. */
function focusOrigin(element: Element | null): Element | null {
  const list = element?.closest('[role=menu]')
  return list ? document.getElementById(list.id.replace(/-dropdown$/, '')) : element
}
