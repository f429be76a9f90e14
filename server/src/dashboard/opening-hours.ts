import type {
  OpenDay,
  OpeningHours,
  removeHoursVersion,
  SpecialDay,
  setOpeningHours,
  setSpecialDays,
} from 'shared/contract/dashboard/opening-hours.call.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { recordSecurityEvent } from '../sessions/security-event.store.ts'
import {
  deleteHoursVersion,
  lockChannel,
  readOpeningHours,
  startRecount,
  writeOpeningHours,
  writeSpecialDays,
} from './opening-hours.store.ts'
import { bangkokDayOf } from './period.ts'

type Context = Pick<ServerContext, 'db' | 'now'>

const MAX_VERSIONS = 100

/** Planned change: first affected day, function that stores the change, and audit log details; null: no change. */
type PlannedChange = {
  firstDay: string
  write: (tx: Tx) => Promise<void>
  detail: Record<string, string>
} | null

/** Sets opening hours, by default from today on. Does nothing when these hours are already set. */
export function setHours(
  context: Context,
  request: CallRequest<typeof setOpeningHours>,
): Promise<OpeningHours> {
  const { days, valid_from: validFrom } = request.body
  return changeHours(context, request, request.body, (before, today) => {
    const valid_from = validFrom ?? today
    const current = before.versions.findLast((version) => version.valid_from <= valid_from)
    if (hoursText(current?.days ?? null) === hoursText(days)) return null
    const isNew = current?.valid_from !== valid_from
    if (isNew && before.versions.length >= MAX_VERSIONS) throw new DeskError('hours_full')
    return {
      firstDay: valid_from,
      write: (tx) => writeOpeningHours(tx, before.channel_key, { days, valid_from }),
      detail: { opening_hours: hoursText(days), valid_from },
    }
  })
}

export function removeVersion(
  context: Context,
  request: CallRequest<typeof removeHoursVersion>,
): Promise<OpeningHours> {
  const { valid_from } = request.params
  return changeHours(context, request, {}, (before, today) => {
    if (!before.versions.some((version) => version.valid_from === valid_from))
      throw new DeskError('not_found')
    if (valid_from <= today) throw new DeskError('changes_past')
    return {
      firstDay: valid_from,
      write: (tx) => deleteHoursVersion(tx, before.channel_key, valid_from),
      detail: { opening_hours: 'withdrawn', valid_from },
    }
  })
}

export function setSpecial(
  context: Context,
  request: CallRequest<typeof setSpecialDays>,
): Promise<OpeningHours> {
  const { special_days: days } = request.body
  return changeHours(context, request, request.body, ({ channel_key: key, special_days: before }) => {
    const [oldHours, newHours] = [new Set(before.map(hoursOfDay)), new Set(days.map(hoursOfDay))]
    // Days whose hours change; a change of only the name affects no metric.
    const changed = [
      ...before.filter((day) => !newHours.has(hoursOfDay(day))),
      ...days.filter((day) => !oldHours.has(hoursOfDay(day))),
    ]
    const isRenamed = days.some(({ day, name }) =>
      before.some((each) => each.day === day && each.name !== name),
    )
    if (changed.length === 0 && !isRenamed) return null
    return {
      firstDay: changed.map(({ day }) => day).toSorted()[0] ?? '9999-12-31',
      write: (tx) => writeSpecialDays(tx, key, days),
      detail: { special_days: String(days.length), changed_days: changed.map(hoursOfDay).join(', ') },
    }
  })
}

const hoursOfDay = ({ day, opens_at, closes_at }: SpecialDay) =>
  opens_at === null || closes_at === null ? `${day} closed` : `${day} ${clock(opens_at)}-${clock(closes_at)}`

async function changeHours(
  { db, now }: Context,
  { signedIn, params, raw }: Pick<CallRequest<typeof setOpeningHours>, 'signedIn' | 'params' | 'raw'>,
  { changes_past: changesPast }: { changes_past?: boolean | undefined },
  plan: (before: OpeningHours, today: string) => PlannedChange,
): Promise<OpeningHours> {
  const { channel_key: key } = params
  const ofOne = signedIn.scope.narrowTo([key])
  const today = bangkokDayOf(now())
  return inTransaction(db, async (tx) => {
    if (!(await lockChannel(tx, key))) throw new DeskError('not_found')
    const [before] = await readOpeningHours(tx, ofOne, today)
    if (before === undefined) throw new DeskError('not_found')
    const planned = plan(before, today)
    if (planned === null) return before
    if (planned.firstDay < today && changesPast !== true) throw new DeskError('changes_past')
    await planned.write(tx)
    // Future days have no metrics yet, so nothing needs to be computed again.
    if (planned.firstDay <= today) await startRecount(tx, key)
    const detail = { channel: key, ...planned.detail }
    const { id: staffId } = signedIn.staff
    await recordSecurityEvent(tx, { kind: 'channel_changed', staffId, address: raw.ip, detail })
    const [after] = await readOpeningHours(tx, ofOne, today)
    if (after === undefined) throw new Error('the locked channel does not exist')
    return after
  })
}

/** Formats minutes of the day as HH:MM; times on the next day have hours from 24 on. */
const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

function hoursText(days: readonly OpenDay[] | null): string {
  if (days === null) return 'always'
  return days
    .toSorted((a, b) => a.weekday - b.weekday)
    .map(({ weekday, opens_at, closes_at }) => `${weekday} ${clock(opens_at)}-${clock(closes_at)}`)
    .join(', ')
}
