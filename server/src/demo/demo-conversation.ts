import type { IssueType } from 'shared/contract/constants.ts'
import { type Line, renderScript } from './render-script.ts'
import { STICKER } from './scripts/script.ts'
import { ISSUES } from './scripts.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Slot } from './ticket-schedule.ts'

interface SpokenLine extends Line {
  at: Date
}

export interface DemoConversation {
  issue: IssueType
  lines: SpokenLine[]
  acceptedAt: Date | null
  closedAt: Date | null
}

const SECOND = 1_000
const MINUTE = 60_000

/** Factor of an agent's reply times; above 1 for a slow agent. */
export type ReplyPace = number

/** Maximum factor by which a busy time slows replies. Pickup times have no maximum. */
const BUSY_REPLIES = 1.6

/** The conversation of an assigned ticket ends before `now` and is unfinished; an unassigned ticket has no reply. */
export function composeConversation(
  random: SeededRandom,
  setting: Slot & { customer: string; agent: string; pace: ReplyPace; now: Date },
): DemoConversation {
  const { openedAt, now, fate, strain } = setting
  const pace = setting.pace * Math.min(strain, BUSY_REPLIES)
  const known = ISSUES.filter((each) => setting.issue === undefined || each.issue === setting.issue)
  const { issue, scripts } = random.weighted(known.map((each) => [each, each.weight] as const))
  const words = withSticker(random, renderScript(random, random.pick(scripts), setting))
  const linesWithoutReplies = withoutReplies(words)
  if (fate === 'unassigned') {
    const lines = opening(random, linesWithoutReplies, openedAt, now)
    return { issue, lines, acceptedAt: null, closedAt: null }
  }

  const acceptedAt = new Date(openedAt.getTime() + random.duration(75 * SECOND * setting.pace * strain))
  if (setting.isUnanswered) {
    const shownLines = opening(random, linesWithoutReplies, openedAt, now)
    const closedAt = new Date(Math.floor(acceptedAt.getTime() + random.duration(25 * MINUTE)))
    return { issue, lines: shownLines, acceptedAt, closedAt }
  }
  const lines: SpokenLine[] = []
  let at = openedAt.getTime()
  let answered = false
  for (const [index, line] of words.entries()) {
    if (index > 0) at += pause(random, words[index - 1] as Line, line, pace)
    if (line.from === 'staff' && !answered) {
      at = Math.max(at, acceptedAt.getTime() + random.between(8, 40) * SECOND)
      answered = true
    }
    lines.push({ ...line, at: new Date(Math.floor(at)) })
  }
  if (fate === 'closed') {
    const closedAt = new Date(
      Math.floor(Math.max(at + random.duration(3 * MINUTE, 0.8), setting.closedFrom?.getTime() ?? 0)),
    )
    return { issue, ...inTime({ openedAt, lines, acceptedAt, closedAt }, now) }
  }
  const begun = cutUnfinished(random, { openedAt, lines, acceptedAt }, now)
  return { issue, lines: begun.lines, acceptedAt: begun.acceptedAt, closedAt: null }
}

function withSticker(random: SeededRandom, lines: Line[]): Line[] {
  const sticker: Line = { from: 'customer', type: 'sticker', text: STICKER }
  const last = lines.at(-1)
  return random.chance(0.07) && last?.type === 'text' && lines.length < 13 ? [...lines, sticker] : lines
}

function withoutReplies(lines: Line[]): Line[] {
  const firstReply = lines.findIndex((line) => line.from === 'staff')
  return firstReply === -1 ? lines : lines.slice(0, firstReply)
}

function pause(random: SeededRandom, before: Line, line: Line, pace: ReplyPace): number {
  if (line.from === 'customer') {
    return before.from === 'customer' ? random.duration(9 * SECOND) : random.duration(45 * SECOND, 0.8)
  }
  return (before.from === 'staff' ? random.duration(70 * SECOND, 0.8) : random.duration(40 * SECOND)) * pace
}

function opening(random: SeededRandom, lines: Line[], openedAt: Date, now: Date): SpokenLine[] {
  let at = openedAt.getTime()
  return lines.flatMap((line, index) => {
    if (index > 0) at += random.duration(9 * SECOND)
    return index > 0 && at > now.getTime() - SECOND ? [] : [{ ...line, at: new Date(Math.floor(at)) }]
  })
}

/** Shortens the time span of a conversation that would otherwise end in the future. */
function inTime(
  whole: OngoingConversation & { closedAt: Date },
  now: Date,
): Pick<DemoConversation, 'lines' | 'acceptedAt' | 'closedAt'> {
  const { lines, acceptedAt, closedAt, openedAt } = whole
  const opened = openedAt.getTime()
  const factor = Math.min(1, (now.getTime() - MINUTE - opened) / (closedAt.getTime() - opened))
  const moved = (at: Date) => new Date(Math.floor(opened + (at.getTime() - opened) * factor))
  return {
    lines: lines.map((line) => ({ ...line, at: moved(line.at) })),
    acceptedAt: moved(acceptedAt),
    closedAt: moved(closedAt),
  }
}

/** Cuts a conversation somewhere after its first reply and moves the last message to between 30 s and 15 min ago. */
function cutUnfinished(random: SeededRandom, begun: OngoingConversation, now: Date): OngoingConversation {
  const { lines, acceptedAt, openedAt } = begun
  const firstReply = lines.findIndex((line) => line.from === 'staff')
  const until = random.whole(firstReply, Math.max(firstReply, lines.length - 2))
  const shownLines = lines.slice(0, until + 1)
  const last = (shownLines[until] as SpokenLine).at.getTime()
  const answered = (shownLines[firstReply] as SpokenLine).at.getTime()
  const lastAt = now.getTime() - random.between(30 * SECOND, 15 * MINUTE)
  const opened = openedAt.getTime()
  const isTooLong = last > lastAt
  const from = isTooLong ? opened : answered
  const factor = last === from ? 1 : (lastAt - from) / (last - from)
  const moved = (at: Date) =>
    at.getTime() <= from ? at : new Date(Math.floor(from + (at.getTime() - from) * factor))
  return {
    openedAt,
    lines: shownLines.map((line) => ({ ...line, at: moved(line.at) })),
    acceptedAt: isTooLong ? moved(acceptedAt) : acceptedAt,
  }
}

interface OngoingConversation {
  openedAt: Date
  lines: SpokenLine[]
  acceptedAt: Date
}
