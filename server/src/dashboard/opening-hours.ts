import type { OpenDay, OpeningHours } from 'shared/contract/dashboard/opening-hours.call.ts'
import { inTransaction } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import { recordSecurityEvent } from '../sessions/security-event.store.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { lockChannel, readOpeningHours, writeOpeningHours } from './opening-hours.store.ts'

export async function listHours(
  { db }: Pick<ServerContext, 'db'>,
  { scope }: Pick<SignedIn, 'scope'>,
): Promise<{ items: OpeningHours[] }> {
  return { items: await readOpeningHours(db, scope) }
}

/** Setting what is set already counts nothing again. */
export async function setHours(
  { db }: Pick<ServerContext, 'db'>,
  { scope, staff }: SignedIn,
  { key, days, address }: { key: string; days: readonly OpenDay[] | null; address: string },
): Promise<OpeningHours> {
  const ofOne = scope.narrowTo([key])
  return inTransaction(db, async (tx) => {
    if (!(await lockChannel(tx, key))) throw new DeskError('not_found')
    const [before] = await readOpeningHours(tx, ofOne)
    if (before !== undefined && wordOf(before.days) === wordOf(days)) return before
    await writeOpeningHours(tx, key, days)
    const detail = { channel: key, opening_hours: wordOf(days) }
    await recordSecurityEvent(tx, { kind: 'channel_changed', staffId: staff.id, address, detail })
    const [after] = await readOpeningHours(tx, ofOne)
    if (after === undefined) throw new Error('the account is locked, and so is still there')
    return after
  })
}

/** Hours of the next day go on from 24. */
const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** `1 09:00-18:00, 2 09:00-18:00`, or `always`. */
function wordOf(days: readonly OpenDay[] | null): string {
  if (days === null) return 'always'
  return days
    .toSorted((a, b) => a.weekday - b.weekday)
    .map(({ weekday, opens_at, closes_at }) => `${weekday} ${clock(opens_at)}-${clock(closes_at)}`)
    .join(', ')
}
