import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText, hasErrorCode, isApiError, subjectCalls } from 'shared/api'
import type { IssueType } from 'shared/contract/constants.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { showToast } from 'shared/ui'
import { chatCacheOf } from '../cache/chat-cache.ts'

/** Of each case whose issue type is being saved the last save, which ends with all before it: one goes after the other. */
const saves = new Map<string, Promise<void>>()

/** Saves once those before have ended, and not at all where another has come after it by then. */
function saveInTurn(id: string, save: () => Promise<void>): Promise<void> {
  const before = saves.get(id) ?? Promise.resolve()
  const own: Promise<void> = before
    .catch(() => undefined)
    .then(() => (saves.get(id) === own ? save() : undefined))
    .finally(() => saves.get(id) === own && saves.delete(id))
  saves.set(id, own)
  return own
}

/** Says what a case is about, in place of what was guessed. `wanted`: what is being saved. */
export function useCorrectSubject(ticket: Ticket): {
  wanted: IssueType | null
  correct: (subject: IssueType) => void
} {
  const cache = chatCacheOf(useQueryClient())
  const [wanted, setWanted] = useState<IssueType | null>(null)
  const latest = useRef<IssueType | null>(null)

  async function save(subject: IssueType): Promise<void> {
    latest.current = subject
    setWanted(subject)
    try {
      await saveInTurn(ticket.id, async () => {
        cache.tickets.absorb(await (await subjectCalls()).putSubject(ticket.id, subject))
      })
    } catch (error) {
      if (isApiError(error) && error.status === 404) cache.reloadTicket(ticket.id)
      showToast({ tone: 'error', text: failureOf(error) })
    } finally {
      // Somebody may have chosen another meanwhile.
      if (latest.current === subject) setWanted(null)
    }
  }

  return {
    wanted,
    correct: (subject) => {
      if (subject !== (wanted ?? ticket.subject)) void save(subject)
    },
  }
}

function failureOf(error: unknown): string {
  // A server that knows the case but not the call.
  if (hasErrorCode(error, 'not_found')) return 'เซิร์ฟเวอร์นี้ยังไม่รองรับการแก้ประเภทปัญหา'
  return `แก้ประเภทปัญหาไม่สำเร็จ: ${errorText(error)}`
}
