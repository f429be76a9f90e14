import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { markMentionsSeen } from './mark-mentions-seen.ts'
import { mentionsQuery } from './mentions.ts'

/** Marks a mention as seen once the note's header was in view. */
export function useMentionSeen(noteId: string): RefObject<HTMLDivElement | null> {
  const head = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  // Only reads the cached mentions; the mentions service fetches them.
  const { data } = useQuery({ ...mentionsQuery, enabled: false })
  const isNamed = data?.items.some(({ id }) => id === noteId) ?? false
  const markSeen = useEffectEvent(() => void markMentionsSeen(client, [noteId]))
  useEffect(() => {
    if (!isNamed || head.current === null) return
    return whenInView(head.current, () => markSeen())
  }, [isNamed])
  return head
}

function whenInView(element: Element, seen: () => void): () => void {
  let isInView = false
  const check = () => {
    if (!isInView || document.visibilityState !== 'visible') return
    end()
    seen()
  }
  const observer = new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? false
    check()
  })
  function end(): void {
    observer.disconnect()
    document.removeEventListener('visibilitychange', check)
  }
  observer.observe(element)
  document.addEventListener('visibilitychange', check)
  return end
}
