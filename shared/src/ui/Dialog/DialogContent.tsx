import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Drawer.layer.css'
import { Drawer, FocusTrap, Modal } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { LAYOUT_BREAKPOINT_PX } from '../../contract/constants.ts'
import { IconButton } from '../Button/Button.tsx'
import { useMediaQuery } from '../mantine-hooks.ts'
import classes from './Dialog.module.css'
import type { DialogProps } from './Dialog.tsx'
import { enterDialog, topDialog } from './dialog-stack.ts'

const FIRST_FIELD =
  ':is(select, textarea, input:not([type=hidden], [type=file], [type=checkbox], [type=radio])):enabled'

const AUTOFOCUS = 'data-autofocus'

export function DialogContent(props: DialogProps) {
  const { onClose, title, children, footer, placement = 'center', bare = false, className = '' } = props
  // The dialog's aria-describedby refers to `Modal.Body`, so screen readers read its content with the title.
  const Body = props.spoken ? Modal.Body : 'div'
  const phone = useMediaQuery(`(max-width: ${LAYOUT_BREAKPOINT_PX}px)`)
  const box = useRef<HTMLElement>(null)
  const hasInitialFocus = !bare && !props.spoken
  const ref = useCallback(
    (element: HTMLElement | null) => {
      box.current = element
      if (!element) return
      if (hasInitialFocus) startInField(element)
      element.addEventListener('focusin', retainFocus, { once: true })
      return enterDialog(element)
    },
    [hasInitialFocus],
  )

  useEscapeCloses(box, onClose)
  useEarlyKeysIgnored(props.spoken === true)

  const backdrop = useBackdropPress(onClose)
  const shared = {
    opened: true,
    onClose,
    closeOnEscape: false,
    closeOnClickOutside: false,
    // `Dialog` restores the focus, because Mantine does so only while the modal remains mounted.
    returnFocus: false,
    transitionProps: { duration: 0 },
    classNames: {
      content: `${classes.dialog} ${className}`,
      inner: classes.frame,
      overlay: classes.backdrop,
    },
  }
  const content = {
    ref,
    'data-placement': placement,
    'aria-label': title,
  }
  const body = (
    <div className={classes.content}>
      {bare ? null : (
        <div className={classes.header}>
          <h2 className={classes.title}>{title}</h2>
          <IconButton label="ปิด" onClick={onClose}>
            <IconX size={20} aria-hidden />
          </IconButton>
        </div>
      )}
      <Body className={classes.body} data-bare={bare || undefined}>
        {hasInitialFocus ? <FocusTrap.InitialFocus /> : null}
        {children}
        {/* Rendered after the children, so that a child with its own initial focus has priority. Without this element, the
            first button would get the focus, and Enter would activate it. */}
        {bare && !props.spoken ? <FocusTrap.InitialFocus /> : null}
      </Body>
      {footer ? <div className={classes.footer}>{footer}</div> : null}
    </div>
  )

  if (placement === 'end' || (placement === 'sheet' && phone))
    return (
      <Drawer.Root {...shared} position={placement === 'end' ? 'right' : 'bottom'} size="auto">
        <Drawer.Overlay backgroundOpacity={0.45} {...backdrop} />
        <Drawer.Content {...content}>{body}</Drawer.Content>
      </Drawer.Root>
    )
  return (
    <Modal.Root {...shared} fullScreen={placement === 'cover'} centered size="auto">
      <Modal.Overlay backgroundOpacity={0.45} {...backdrop} />
      <Modal.Content {...content}>{body}</Modal.Content>
    </Modal.Root>
  )
}

/**
 * Moves the initial focus to the first field. Not on touch screens: the on-screen keyboard would cover the dialog. Must
 * run before Mantine's focus trap looks for the element with the initial focus.
 */
function startInField(dialog: HTMLElement): void {
  const field = dialog.querySelector(FIRST_FIELD)
  if (!field || !matchMedia('not (pointer: coarse)').matches) return
  dialog.querySelector(`[${AUTOFOCUS}]`)?.removeAttribute(AUTOFOCUS)
  field.setAttribute(AUTOFOCUS, '')
}

/**
 * Mantine moves the focus to the marked element in a timer, which may run after the user has begun to type in another
 * field. Therefore this function marks the element that gets the first focus.
 */
function retainFocus({ currentTarget, target }: FocusEvent): void {
  if (!(currentTarget instanceof Element && target instanceof Element)) return
  currentTarget.querySelector(`[${AUTOFOCUS}]`)?.removeAttribute(AUTOFOCUS)
  target.setAttribute(AUTOFOCUS, '')
}

/**
 * Closes the dialog on Escape. Ignores keys that an element inside (a menu, a search field) has handled. An Escape that
 * arrives before the dialog has the focus also closes the dialog, and does not reach the field behind it.
 */
function useEscapeCloses(box: RefObject<HTMLElement | null>, onClose: () => void): void {
  const closeOnEscape = useEffectEvent((event: KeyboardEvent, isFocusBehind: boolean) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    const { target } = event
    if (topDialog() !== box.current || !(target instanceof Element)) return
    if (isFocusBehind !== isBehind(target, box.current)) return
    if (target.closest('[role=menu], [role=listbox]')) return
    event.preventDefault()
    if (isFocusBehind) event.stopPropagation()
    onClose()
  })
  useLayoutEffect(() => {
    const ended = new AbortController()
    const onFirst = (event: KeyboardEvent) => closeOnEscape(event, true)
    const onLast = (event: KeyboardEvent) => closeOnEscape(event, false)
    window.addEventListener('keydown', onFirst, { capture: true, signal: ended.signal })
    window.addEventListener('keydown', onLast, { signal: ended.signal })
    return () => ended.abort()
  }, [])
}

function isBehind(target: Element, dialog: Element | null): boolean {
  if (dialog === null) return false
  const isInPortal = dialog.closest('[data-portal]')?.contains(target) === true
  return !isInPortal || (dialog.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
}

const DOUBLE_TAP_MS = 300

/**
 * Closes the dialog on a click on its backdrop. Ignores the second click of the double click that opened the dialog.
 * Browsers count mouse clicks in `detail`, but not taps: for touch the time since the opening decides.
 */
function useBackdropPress(onClose: () => void) {
  const [openedAt] = useState(() => performance.now())
  const begun = useRef<{ pointerType: string; at: number } | null>(null)
  return {
    onPointerDown: ({ pointerType, timeStamp }: PointerEvent) => {
      begun.current = { pointerType, at: timeStamp }
    },
    onClick: ({ detail }: MouseEvent) => {
      const press = begun.current
      begun.current = null
      if (press === null || detail > 1) return
      if (press.pointerType !== 'mouse' && press.at - openedAt < DOUBLE_TAP_MS) return
      onClose()
    },
  }
}

/** Time in ms after the opening in which a pressed key was meant for the element that had the focus before. */
const EARLY_KEY_MS = 300

/** Ignores early keys: a user who is typing could otherwise confirm. Accepts Escape, because it only cancels. */
function useEarlyKeysIgnored(isConfirmation: boolean): void {
  useEffect(() => {
    if (!isConfirmation) return
    const openedAt = performance.now()
    const ignore = (event: KeyboardEvent) => {
      if (event.key === 'Escape') return
      const isRepeat = event.repeat && (event.key === 'Enter' || event.key === ' ')
      if (event.timeStamp - openedAt >= EARLY_KEY_MS && !isRepeat) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const types = ['keydown', 'keyup'] as const
    for (const type of types) window.addEventListener(type, ignore, { capture: true })
    return () => {
      for (const type of types) window.removeEventListener(type, ignore, { capture: true })
    }
  }, [isConfirmation])
}
