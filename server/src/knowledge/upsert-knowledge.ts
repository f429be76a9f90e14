import type { upsertKnowledge as upsertCall } from 'shared/contract/knowledge/upsert-knowledge.call.ts'
import type { Tx } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { isAsRead } from './change-entries.ts'
import { changeKnowledge } from './change-knowledge.ts'
import { findByContent, findEntry, hasEntry, readIds } from './entry.store.ts'
import { datesOf, type ValidityDates } from './validity-dates.ts'
import { writeChange } from './write-change.ts'

/** `inserted` counts chunks: 0 when the source already has the text. Throws `forbidden`, `invalid_request` (`over`). */
export async function upsertKnowledge(
  context: ServerContext,
  { signedIn: { staff }, body: { source, text, replace, ...validity } }: CallRequest<typeof upsertCall>,
): Promise<{ inserted: number; entry_id: string }> {
  if (replace && staff.role !== 'BUSINESS') throw new DeskError('forbidden')
  const upsert = { source, text, replace, ...datesOf(validity), staffId: staff.id }
  if (upsert.validUntil !== null && upsert.validUntil <= context.now())
    throw new DeskError('invalid_request', { reason: 'over', message: 'วันสิ้นสุดผ่านไปแล้ว' })
  const { inserted, entryId } = await changeKnowledge(context.db, (tx) =>
    upsertWithin(tx, context.now(), upsert),
  )
  return { inserted, entry_id: entryId }
}

/** Runs inside `changeKnowledge`. Returns the id of the entry that has the text, also of an existing one. */
export async function upsertWithin(
  tx: Tx,
  now: Date,
  upsert: ValidityDates & {
    source: string
    text: string
    replace: boolean
    staffId: string
    proposedById?: string
  },
): Promise<{ inserted: number; entryId: string }> {
  const { source, text, replace, validFrom, validUntil, staffId, proposedById } = upsert
  const knownId = await findByContent(tx, source, [text])
  const known = knownId === undefined ? undefined : await findEntry(tx, knownId)
  const change = { source, origin: 'manual', action: 'upsert', staffId, proposedById } as const
  if (known !== undefined && !replace) {
    const isExpired = known.valid_until !== null && new Date(known.valid_until) <= now
    if (!isExpired || (validUntil !== null && validUntil <= now)) return { inserted: 0, entryId: known.id }
    const state = { id: known.id, text, validFrom, validUntil }
    const { inserted } = await writeChange(tx, { ...change, replaced: false }, { states: [state] }, now)
    return { inserted, entryId: known.id }
  }
  if (known !== undefined && isAsRead(known, { text, validFrom, validUntil }) && (await hasEntry(tx, source)))
    return { inserted: 0, entryId: known.id }
  const removed = replace ? await readIds(tx, source) : []
  const states = removed.map((id) => ({ id, text: null, validFrom: null, validUntil: null }))
  const added = [{ source, text, validFrom, validUntil }]
  const { ids, inserted } = await writeChange(tx, { ...change, replaced: replace }, { states, added }, now)
  return { inserted, entryId: ids[0] ?? '' }
}
