import { useQueryClient } from '@tanstack/react-query'
import { type MouseEventHandler, useRef } from 'react'
import { serverNow } from 'shared/session'
import { showToast } from 'shared/ui'
import { chatCacheOf } from '../../cache/chat-cache.ts'
import { freshAddress, isStored, type ShownMessage } from './shown-message.ts'

/** Those of our media say in `e` until when they hold, in seconds since 1970. */
function hasExpired(address: string, now: number): boolean {
  const until = Number(new URL(address).searchParams.get('e'))
  return until > 0 && until * 1_000 <= now
}

/**
 * For the click on a link to what a customer has sent. Its address is signed for some hours, and a page may be open for longer: then
 * the message is asked for once more, and the link followed by its new address.
 */
export function useFreshLink(
  message: ShownMessage,
  addressOf: (message: ShownMessage) => string | null,
): MouseEventHandler<HTMLAnchorElement> {
  const cache = chatCacheOf(useQueryClient())
  /** What the server has just given is followed, whatever this browser's clock makes of it. */
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
      // As it was clicked: with a key held down it opens elsewhere.
      const keys = { ctrlKey, metaKey, shiftKey, altKey }
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
    })
  }
}
