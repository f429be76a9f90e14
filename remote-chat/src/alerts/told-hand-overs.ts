import type { ConversationLine } from 'shared/contract/messages/conversation-line.ts'
import { readSession, readStored, writeStored } from 'shared/session'

/** In localStorage: the cases whose changing hands this browser has told the person of, each `<ticket>:<revision>`. */
const TOLD = 'hand_overs_told'
const MAX_TOLD = 200

const keyOf = () => `${TOLD}:${readSession().profile?.id}`

function readTold(): string[] {
  return readStored(keyOf())?.split(' ') ?? []
}

/** Whether a page of this browser has told the person of this, or of what came after it in the same case. */
export function isTold({ ticket_id, revision }: ConversationLine): boolean {
  return readTold().some((each) => {
    const [ticket, told] = each.split(':')
    return ticket === ticket_id && Number(told) >= revision
  })
}

export function keepTold(lines: readonly ConversationLine[]): void {
  const told = [...lines.map(({ ticket_id, revision }) => `${ticket_id}:${revision}`), ...readTold()]
  writeStored(keyOf(), [...new Set(told)].slice(0, MAX_TOLD).join(' '))
}
