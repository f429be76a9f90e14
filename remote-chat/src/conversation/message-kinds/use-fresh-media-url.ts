import { type MouseEventHandler, useRef } from 'react'
import { serverNow } from 'shared/session'
import { showToast } from 'shared/ui'
import { useChatCache } from '../../cache/chat-cache.ts'
import { freshAddress, isStored, type ShownMessage } from './shown-message.ts'

/** Returns true when a URL has expired. URLs of our media contain their expiry in `e`, in seconds since 1970. */
function hasExpired(address: string, now: number): boolean {
  const until = Number(new URL(address).searchParams.get('e'))
  return until > 0 && until * 1_000 <= now
}

/** Click handler of a media link. Its URL is signed for some hours; if it has expired, fetches the message again. */
export function useFreshMediaUrl(
  message: ShownMessage,
  addressOf: (message: ShownMessage) => string | null,
): MouseEventHandler<HTMLAnchorElement> {
  const cache = useChatCache()
  /** URL that the server has just issued; it is opened even when it has expired by the browser's clock. */
  const given = useRef<string | null>(null)
  return (event) => {
    const link = event.currentTarget
    const { ctrlKey, metaKey, shiftKey, altKey } = event
    if (link.href === given.current || !hasExpired(link.href, serverNow()) || !isStored(message)) return
    event.preventDefault()
    void freshAddress(cache, message, addressOf).then((next) => {
      if (next === null) {
        showToast({ tone: 'error', text: 'เปิดไฟล์ไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
        return
      }
      link.href = next
      given.current = link.href
      // Repeats the click with the same modifier keys, which decide where the link opens.
      const keys = { ctrlKey, metaKey, shiftKey, altKey }
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
    })
  }
}
