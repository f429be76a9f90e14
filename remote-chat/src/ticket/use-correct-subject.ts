import { useRef, useState } from 'react'
import { errorText, hasErrorCode, isApiError, subjectCalls } from 'shared/api'
import type { IssueType } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { showToast } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'

/** Last save of each ticket. It ends after all earlier saves, because they run one after the other. */
const saves = new Map<string, Promise<void>>()

/** Saves after the earlier saves have ended, unless a later save has been requested by then. */
function saveInOrder(id: string, save: () => Promise<void>): Promise<void> {
  const before = saves.get(id) ?? Promise.resolve()
  const own: Promise<void> = before
    .catch(() => undefined)
    .then(() => (saves.get(id) === own ? save() : undefined))
    .finally(() => saves.get(id) === own && saves.delete(id))
  saves.set(id, own)
  return own
}

/** Corrects a ticket's issue type. `newSubject` is the value being saved. */
export function useCorrectSubject(ticket: Ticket): {
  newSubject: IssueType | null
  correct: (subject: IssueType) => void
} {
  const cache = useChatCache()
  const [newSubject, setNewSubject] = useState<IssueType | null>(null)
  const latest = useRef<IssueType | null>(null)

  async function save(subject: IssueType): Promise<void> {
    latest.current = subject
    setNewSubject(subject)
    try {
      await saveInOrder(ticket.id, async () => {
        cache.tickets.absorb(await (await subjectCalls()).putSubject(ticket.id, subject))
      })
    } catch (error) {
      if (isApiError(error) && error.status === 404) cache.reloadTicket(ticket.id)
      showToast({ tone: 'error', text: failureOf(error) })
    } finally {
      // The user may have chosen another issue type in the meantime.
      if (latest.current === subject) setNewSubject(null)
    }
  }

  return {
    newSubject,
    correct: (subject) => {
      if (subject !== (newSubject ?? ticket.subject)) void save(subject)
    },
  }
}

function failureOf(error: unknown): string {
  // The ticket exists, but the server does not have this endpoint.
  if (hasErrorCode(error, 'not_found')) return 'เซิร์ฟเวอร์นี้ยังไม่รองรับการแก้ประเภทปัญหา'
  return `แก้ประเภทปัญหาไม่สำเร็จ: ${errorText(error)}`
}
