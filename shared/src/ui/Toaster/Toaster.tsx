import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import classes from './Toaster.module.css'
import { closeToast, readToasts, subscribeToasts } from './toast.store.ts'

const ICONS = { info: IconInfoCircle, success: IconCircleCheck, error: IconAlertCircle } as const

/** Where notices appear; the host draws it once. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts)
  const box = useRef<HTMLElement>(null)

  // The browser's top layer is a stack: taking a new place on it keeps notices above a dialog that opened meanwhile.
  useEffect(() => {
    const element = box.current
    if (!element || toasts.length === 0) return
    element.showPopover()
    return () => element.hidePopover()
  }, [toasts])

  return (
    <section
      ref={box}
      popover="manual"
      className={classes.toaster}
      aria-label="การแจ้งเตือน"
      aria-live="polite"
    >
      {toasts.map(({ key, tone = 'info', text, action }) => {
        const Icon = ICONS[tone]
        return (
          <div
            key={key}
            className={classes.toast}
            data-tone={tone}
            role={tone === 'error' ? 'alert' : undefined}
          >
            <Icon size={20} className={classes.icon} aria-hidden />
            <span className={classes.text}>{text}</span>
            {action ? (
              <button
                type="button"
                className={classes.action}
                onClick={() => {
                  closeToast(key)
                  action.onSelect()
                }}
              >
                {action.label}
              </button>
            ) : null}
            <button
              type="button"
              className={classes.close}
              aria-label="ปิดการแจ้งเตือน"
              onClick={() => closeToast(key)}
            >
              <IconX size={16} aria-hidden />
            </button>
          </div>
        )
      })}
    </section>
  )
}
