import type {
  HoursVersion,
  OpenDay,
  OpeningHours,
  SpecialDay,
} from 'shared/contract/dashboard/opening-hours.call.ts'
import { inTransaction, type Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import { recordSecurityEvent } from '../sessions/security-event.store.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
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

export async function listHours(
  { db, now }: Context,
  { scope }: Pick<SignedIn, 'scope'>,
): Promise<{ items: OpeningHours[] }> {
  return { items: await readOpeningHours(db, scope, bangkokDayOf(now())) }
}

interface Change {
  key: string
  /** IP address of the manager, for the audit log. */
  address: string
  /** True when the manager has confirmed that metrics of past days will change. */
  changesPast?: boolean | undefined
}

/** Planned change: first affected day, function that stores the change, and audit log details; null: no change. */
type PlannedChange = {
  firstDay: string
  write: (tx: Tx) => Promise<void>
  detail: Record<string, string>
} | null

/** Sets opening hours, by default from today on. Does nothing when these hours are already set. */
export function setHours(
  context: Context,
  signedIn: SignedIn,
  { days, validFrom, ...change }: Change & { days: OpenDay[] | null; validFrom?: string | undefined },
): Promise<OpeningHours> {
  return changeHours(context, signedIn, change, (before, today) => {
    const valid_from = validFrom ?? today
    const current = before.versions.findLast((version) => version.valid_from <= valid_from)
    if (hoursText(current?.days ?? null) === hoursText(days)) return null
    const isNew = current?.valid_from !== valid_from
    if (isNew && before.versions.length >= MAX_VERSIONS) throw new DeskError('hours_full')
    const version: HoursVersion = { days, valid_from }
    return {
      firstDay: valid_from,
      write: (tx) => writeOpeningHours(tx, change.key, version),
      detail: { opening_hours: hoursText(days), valid_from },
    }
  })
}

export function removeVersion(
  context: Context,
  signedIn: SignedIn,
  { validFrom, ...change }: Change & { validFrom: string },
): Promise<OpeningHours> {
  return changeHours(context, signedIn, change, (before, today) => {
    if (!before.versions.some(({ valid_from }) => valid_from === validFrom)) throw new DeskError('not_found')
    if (validFrom <= today) throw new DeskError('changes_past')
    return {
      firstDay: validFrom,
      write: (tx) => deleteHoursVersion(tx, change.key, validFrom),
      detail: { opening_hours: 'withdrawn', valid_from: validFrom },
    }
  })
}

export function setSpecial(
  context: Context,
  signedIn: SignedIn,
  { specialDays, ...change }: Change & { specialDays: SpecialDay[] },
): Promise<OpeningHours> {
  return changeHours(context, signedIn, change, ({ special_days: before }) => {
    const [oldHours, newHours] = [new Set(before.map(hoursOfDay)), new Set(specialDays.map(hoursOfDay))]
    // Days whose hours change; a change of only the name affects no metric.
    const changed = [
      ...before.filter((day) => !newHours.has(hoursOfDay(day))),
      ...specialDays.filter((day) => !oldHours.has(hoursOfDay(day))),
    ]
    const isRenamed = specialDays.some(({ day, name }) =>
      before.some((each) => each.day === day && each.name !== name),
    )
    if (changed.length === 0 && !isRenamed) return null
    const first = changed.map(({ day }) => day).toSorted()[0] ?? '9999-12-31'
    return {
      firstDay: first,
      write: (tx) => writeSpecialDays(tx, change.key, specialDays),
      detail: { special_days: String(specialDays.length), changed_days: changed.map(hoursOfDay).join(', ') },
    }
  })
}

const hoursOfDay = ({ day, opens_at, closes_at }: SpecialDay) =>
  opens_at === null || closes_at === null ? `${day} closed` : `${day} ${clock(opens_at)}-${clock(closes_at)}`

async function changeHours(
  { db, now }: Context,
  { scope, staff }: SignedIn,
  { key, address, changesPast }: Change,
  plan: (before: OpeningHours, today: string) => PlannedChange,
): Promise<OpeningHours> {
  const ofOne = scope.narrowTo([key])
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
    await recordSecurityEvent(tx, { kind: 'channel_changed', staffId: staff.id, address, detail })
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
