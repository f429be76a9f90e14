import type { ConversationLine } from 'shared/contract/messages/conversation-line.ts'
import type { HandedOver } from 'shared/contract/realtime.ts'
import { cutGraphemes, showToast } from 'shared/ui'
import { caseAddress, isLookedAt } from '../address/ticket-address.ts'
import { isMe } from '../viewer.ts'
import { showNotice } from './desktop-notices.ts'

const SHOWN_MS = 15_000
const TEXT_LENGTH = 80

/** Tells of a case that a colleague has given to this person, or taken from them: by whom, and why. */
export function tellHandOver({ line, customer }: HandedOver, open: (path: string) => void): Promise<void> {
  const { ticket_id, text, staff, from, to } = line
  const title = `${whatHappened(line)} · ${customer}`
  const toast = {
    text: text === null ? title : `${title}: ${cutGraphemes(text, TEXT_LENGTH)}`,
    timeoutMs: SHOWN_MS,
    about: `${ticket_id} handed over`,
    names: [customer, ...[staff, from, to].flatMap((each) => each?.display_name ?? [])],
  }
  if (isLookedAt(ticket_id)) showToast(toast)
  else
    showToast({
      ...toast,
      action: { label: 'เปิดแชท', onSelect: () => open(caseAddress(ticket_id)) },
    })
  return showNotice({ ticketId: ticket_id, forced: false, title, text: text ?? '' })
}

function whatHappened({ staff, from, to }: ConversationLine): string {
  const by = staff?.display_name ?? 'เพื่อนร่วมทีม'
  if (to === null) return `${by} คืนเคสของคุณเข้าคิว`
  if (!isMe(to))
    return to.id === staff?.id ? `${by} รับช่วงต่อเคสของคุณ` : `${by} โอนเคสของคุณให้ ${to.display_name}`
  return from === null || from.id === staff?.id
    ? `${by} โอนเคสให้คุณ`
    : `${by} โอนเคสของ ${from.display_name} ให้คุณ`
}
