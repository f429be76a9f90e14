import { and, eq, isNull } from 'drizzle-orm'
import { isInvisible } from 'shared/contract/invisible-text.ts'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { channels, type TicketPostback } from '../db/schema.ts'
import { recordCommandLineEvent } from '../sessions/security-event.store.ts'

/** Maximum length of a postback data prefix; LINE limits postback data to 300 characters. */
const MAX_PREFIX_LENGTH = 300
const MAX_LABEL_LENGTH = 60
const MAX_TICKET_POSTBACKS = 50

/** Matches control and direction characters and line breaks, except the joiners that Thai text and emoji need. */
const UNPRINTABLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** Parses `<data prefix>=<label>`. The label begins after the last `=`, because the data usually contains `=`. */
export function parseTicketPostbacks(values: readonly string[]): TicketPostback[] | { problem: string } {
  if (values.length > MAX_TICKET_POSTBACKS)
    return { problem: `at most ${MAX_TICKET_POSTBACKS} prefixes can be set` }
  const parsed: TicketPostback[] = []
  for (const value of values) {
    const end = value.lastIndexOf('=')
    const prefix = value.slice(0, Math.max(end, 0))
    const label = value.slice(end + 1).trim()
    const problem = end === -1 ? 'it has no "="' : problemOf(value, { prefix, label })
    if (problem !== undefined)
      return { problem: `${JSON.stringify(value)} is not <data prefix>=<label>: ${problem}` }
    if (parsed.some((each) => each.prefix === prefix))
      return { problem: `the prefix ${JSON.stringify(prefix)} is given twice` }
    parsed.push({ prefix, label })
  }
  return parsed
}

function problemOf(value: string, { prefix, label }: TicketPostback): string | undefined {
  if (UNPRINTABLE.test(value)) return 'it contains a control character or a line break'
  if (isInvisible(prefix)) return 'the prefix is empty'
  if (isInvisible(label)) return 'the label is empty'
  if (prefix.length > MAX_PREFIX_LENGTH) return `the prefix is longer than ${MAX_PREFIX_LENGTH} characters`
  if (label.length > MAX_LABEL_LENGTH) return `the label is longer than ${MAX_LABEL_LENGTH} characters`
  return undefined
}

/** Returns the setting with the longest prefix that matches `data`; undefined when this postback opens no ticket. */
export function findTicketPostback(
  entries: readonly TicketPostback[],
  data: string,
): TicketPostback | undefined {
  return entries
    .filter(({ prefix }) => data.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)[0]
}

export async function ticketPostbacksOf(db: Db | Tx, channelKey: string): Promise<TicketPostback[]> {
  const [channel] = await db
    .select({ entries: channels.ticketPostbacks })
    .from(channels)
    .where(eq(channels.key, channelKey))
  return channel?.entries ?? []
}

/** Replaces the postbacks that open a ticket. Returns false when the channel is not connected. */
export async function saveTicketPostbacks(
  db: Db,
  channelKey: string,
  entries: readonly TicketPostback[],
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [channel] = await tx
      .select({ before: channels.ticketPostbacks })
      .from(channels)
      .where(and(eq(channels.key, channelKey), isNull(channels.removedAt)))
      .for('update')
    if (channel === undefined) return false
    const before = channel.before.map(({ prefix, label }) => ({ prefix, label }))
    if (JSON.stringify(before) === JSON.stringify(entries)) return true
    await tx
      .update(channels)
      .set({ ticketPostbacks: [...entries] })
      .where(eq(channels.key, channelKey))
    await recordCommandLineEvent(tx, 'channel_changed', {
      channel: channelKey,
      changed: ['ticketPostbacks'],
      ticketPostbacks: entries.map(({ label }) => label),
    })
    return true
  })
}
