import type { OpenQuestion } from 'shared/contract/knowledge/open-questions.call.ts'
import { DeskError } from '../desk-error.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { dismissGroup, listGroups, markListed, readState } from './question.store.ts'

export async function readOpenQuestions(
  { db, now }: ServerContext,
  { scope }: SignedIn,
  page: { limit: number; offset: number },
): Promise<{ items: OpenQuestion[]; total: number }> {
  const { rows, total } = await listGroups(db, scope, page)
  const ids = rows.map(({ id }) => id)
  await markListed(db, ids, await readState(db, now()))
  const items = rows.map((row) => ({ ...row, last_asked_at: new Date(row.last_asked_at).toISOString() }))
  return { items, total }
}

/** Throws `not_found`. */
export async function dismissQuestion(
  { db, now }: ServerContext,
  { scope, staff }: SignedIn,
  id: string,
): Promise<void> {
  if (!(await dismissGroup(db, scope, id, { staffId: staff.id, now: now() })))
    throw new DeskError('not_found')
}
