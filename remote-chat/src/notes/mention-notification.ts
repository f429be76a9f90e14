import type { Mention } from 'shared/contract/notes/note.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { readSession, readStored, writeStored } from 'shared/session'
import { cutGraphemes, showToast } from 'shared/ui'
import { isInView } from '../address/ticket-address.ts'
import { mentionAddress } from './mention-address.ts'
import type { UnseenMentions } from './mentions.ts'

const SHOWN_MS = 15_000
const TEXT_LENGTH = 80
/** sessionStorage key: notes already shown in this tab. */
const NOTIFIED_KEY = 'mentions_told'
const MAX_NOTIFIED = 200

export function notifyMention(mention: Mention, open: (path: string) => void): void {
  const { staff, customer, text, ticket_id } = mention
  if (isInView(ticket_id)) return
  storeNotified([mention])
  showToast({
    text: `${staffLabel(staff)} กล่าวถึงคุณในเคสของ ${customer}: ${cutGraphemes(text, TEXT_LENGTH)}`,
    timeoutMs: SHOWN_MS,
    about: `${ticket_id} mention`,
    names: [staffLabel(staff), customer],
    action: { label: 'เปิดเคส', onSelect: () => open(mentionAddress(mention)) },
  })
}

export function notifyWaiting({ items, total }: UnseenMentions, open: (path: string) => void): void {
  const notified = readNotified()
  const fresh = items.filter(({ id, ticket_id }) => !notified.includes(id) && !isInView(ticket_id))
  const [newest] = fresh
  if (newest === undefined) return
  if (fresh.length === 1) {
    notifyMention(newest, open)
    return
  }
  storeNotified(fresh)
  showToast({
    text: `มีโน้ตที่กล่าวถึงคุณและยังไม่ได้อ่าน ${total} รายการ`,
    timeoutMs: SHOWN_MS,
    about: `${newest.ticket_id} mention`,
    action: { label: 'เปิดเคสล่าสุด', onSelect: () => open(mentionAddress(newest)) },
  })
}

const keyOf = () => `${NOTIFIED_KEY}:${readSession().profile?.id}`

function readNotified(): string[] {
  return readStored(keyOf(), 'sessionStorage')?.split(' ') ?? []
}

/** Records the notification, but not in a hidden tab, where the user has not seen it. */
function storeNotified(mentions: readonly Mention[]): void {
  if (document.visibilityState !== 'visible') return
  const notified = [...new Set([...mentions.map(({ id }) => id), ...readNotified()])].slice(0, MAX_NOTIFIED)
  writeStored(keyOf(), notified.join(' '), 'sessionStorage')
}
