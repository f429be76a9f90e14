import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { mentionsQuery } from './mentions.ts'
import { seeMentions } from './see-mentions.ts'

/** For the head of a note: one that names the person counts as seen once that has been before their eyes. */
export function useMentionSeen(noteId: string): RefObject<HTMLDivElement | null> {
  const head = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  // The service reads them.
  const { data } = useQuery({ ...mentionsQuery, enabled: false })
  const isNamed = data?.items.some(({ id }) => id === noteId) ?? false
  const see = useEffectEvent(() => void seeMentions(client, [noteId]))
  useEffect(() => {
    if (!isNamed || head.current === null) return
    return whenLookedAt(head.current, () => see())
  }, [isNamed])
  return head
}

/** Calls once as soon as it is in view in a tab that is on the screen. Answers how to end that. */
function whenLookedAt(element: Element, seen: () => void): () => void {
  let isInView = false
  const look = () => {
    if (!isInView || document.visibilityState !== 'visible') return
    end()
    seen()
  }
  const observer = new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? false
    look()
  })
  function end(): void {
    observer.disconnect()
    document.removeEventListener('visibilitychange', look)
  }
  observer.observe(element)
  document.addEventListener('visibilitychange', look)
  return end
}
