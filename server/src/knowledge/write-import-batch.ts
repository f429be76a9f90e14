import type { Tx } from '../db/client.ts'
import { contentHash } from './entry.store.ts'
import { readHeads } from './import.store.ts'
import {
  endImport,
  type ImportJob,
  listChangedAfter,
  readHashes,
  readOwnState,
  readVersions,
  recordPortion,
  removePortion,
} from './import-job.store.ts'
import { topicOf } from './import-topic.ts'
import type { PlannedState } from './import-work.ts'
import { appendToChange } from './write-change.ts'

/** Writes a batch and deletes its staged rows, inside `changeKnowledge`. Returns whether rows remain. */
export async function writePortion(tx: Tx, job: ImportJob, now: Date): Promise<boolean> {
  const state = await readOwnState(tx, job)
  if (state === 'lost') return false
  if (state === 'cancelled') {
    await endImport(tx, job, 'cancelled', now)
    return false
  }
  const portion = await removePortion(tx, job)
  const writable = await rejectChanged(tx, job, portion)
  await appendToChange(
    tx,
    job.logId,
    {
      states: writable
        .filter(({ version }) => version > 0)
        .map(({ entryId: id, ...rest }) => ({ id, ...rest })),
      added: writable.flatMap(({ entryId: id, version, text, ...period }) =>
        version === 0 && text !== null ? [{ id, source: job.source, text, ...period }] : [],
      ),
    },
    now,
  )
  const skipped = portion.length - writable.length
  const isLeft = await recordPortion(tx, job, { done: portion.length, skipped })
  if (!isLeft) await endImport(tx, job, 'done', now)
  return isLeft
}

/** Leaves out entries that others changed since the import began, because the user has not seen these changes. */
async function rejectChanged(
  tx: Tx,
  job: ImportJob,
  portion: readonly PlannedState[],
): Promise<PlannedState[]> {
  const versions = await readVersions(
    tx,
    portion.filter(({ version }) => version > 0).map(({ entryId }) => entryId),
  )
  const hashes = portion.map(({ text }) => (text === null ? null : contentHash(text)))
  const known = await readHashes(
    tx,
    job.source,
    hashes.filter((hash) => hash !== null),
  )
  const heads = await readHeads(tx, await listChangedAfter(tx, job))
  const topics = new Map([...heads].map(([id, head]) => [topicOf(head), id]))
  topics.delete(null)
  const isOthers = (id: string | undefined, entryId: string) => id !== undefined && id !== entryId
  return portion.filter(({ entryId, version, text }, at) => {
    if (version > 0 && versions.get(entryId) !== version) return false
    if (text === null) return true
    return (
      !isOthers(known.get(hashes[at]?.toString('hex') ?? ''), entryId) &&
      !isOthers(topics.get(topicOf(text)), entryId)
    )
  })
}
