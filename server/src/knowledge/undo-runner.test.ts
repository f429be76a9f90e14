import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { closeDatabase, inTransaction, openDatabase } from '../db/client.ts'
import { emptyKnowledge } from '../testing/empty-knowledge.ts'
import { lockKnowledge } from '../testing/lock-knowledge.ts'
import type { TestDesk } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { changeKnowledge } from './change-knowledge.ts'
import { createUndo, RENEW_EVERY_MS } from './undo-job.store.ts'
import { undoLog, undoRunner } from './undo-runner.ts'

const { general } = KNOWLEDGE_SOURCES
const TEXT = 'คำถาม: ถอนเงินกี่นาที\nคำตอบ: ไม่เกิน 10 นาที'
const desk = useTestDesk()
let manager: Awaited<ReturnType<TestDesk['signInAs']>>
beforeAll(async () => {
  manager = await desk.signInAs({ role: 'BUSINESS' })
})
beforeEach(() => emptyKnowledge(desk.context))

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const response = await desk.app.inject({
    method,
    url,
    headers: manager.headers,
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json() }
}
const lines = async () => (await call('GET', '/kb/logs')).body.items
const undoOf = async (logId: string) =>
  (await lines()).find(({ id }: { id: string }) => id === logId)?.undo ?? null
const find = async () => (await call('POST', '/kb/search', { query: 'ถอนเงินกี่นาที' })).body.results.length

/** Creates an undo that a stopped server has left with an expired lease. */
async function leaveUndo(logId: string, attempts: number): Promise<void> {
  await desk.query(
    `insert into knowledge_undos (log_id, staff_id, asked_at, total, attempts, lease_owner, leased_until)
     values ($1, $2, now(), 1, $3, $4, now() - interval '1 second')`,
    [logId, manager.staffId, attempts, randomUUID()],
  )
}

/** Adds and removes a text. Returns the log entry of the removal. */
async function removedText(): Promise<string> {
  const { entry_id } = (await call('POST', '/kb/upsert', { source: general, text: TEXT })).body
  await call('DELETE', `/kb/entries/${entry_id}?version=1`)
  return (await lines())[0].id
}

test('an undo continues after the response, and the log entry shows its progress and result', async () => {
  const logId = await removedText()
  const release = await lockKnowledge(desk.database.address)
  expect(await undoLog(desk.context, manager.staffId, logId, 0)).toEqual({ log: null })
  const staff = expect.objectContaining({ id: manager.staffId })
  const undo = { done: 0, total: 1, code: null, known_id: null, staff, at: expect.any(String) }
  expect(await undoOf(logId)).toEqual({ ...undo, state: 'running' })
  // Expects that a second request does not start the undo again.
  expect(await undoLog(desk.context, manager.staffId, logId, 0)).toEqual({ log: null })
  await release()
  await expect.poll(() => undoOf(logId)).toEqual({ ...undo, state: 'done', done: 1 })
  expect((await lines()).map(({ action }: { action: string }) => action)).toEqual([
    'undo',
    'remove',
    'upsert',
  ])
  expect(await find()).toBe(1)
})

test('another server continues an undo after a crash', async () => {
  const logId = await removedText()
  await leaveUndo(logId, 1)
  expect(await undoOf(logId)).toMatchObject({ state: 'running' })
  const jobs = undoRunner.start(desk.context)
  try {
    await expect.poll(() => undoOf(logId)).toMatchObject({ state: 'done', done: 1 })
  } finally {
    await jobs.stop()
  }
  expect(await find()).toBe(1)
})

test('a server that stops leaves its undo to the next server immediately, without partial changes', async () => {
  const logId = await removedText()
  const first = undoRunner.start(desk.context)
  const release = await lockKnowledge(desk.database.address)
  expect(await undoLog(desk.context, manager.staffId, logId, 0)).toEqual({ log: null })
  const stopped = first.stop()
  await release()
  await stopped
  expect(await undoOf(logId)).toMatchObject({ state: 'running', done: 0 })
  expect(await desk.query('select attempts from knowledge_undos')).toEqual([{ attempts: 0 }])
  expect(await find()).toBe(0)
  const next = undoRunner.start(desk.context)
  try {
    await expect.poll(() => undoOf(logId)).toMatchObject({ state: 'done' })
  } finally {
    await next.stop()
  }
  expect(await find()).toBe(1)
})

test('an undo that is no longer possible is reported as failed, and can be requested again', async () => {
  const logId = await removedText()
  const { entry_id: known } = (await call('POST', '/kb/upsert', { source: general, text: TEXT })).body
  expect(await call('POST', `/kb/logs/${logId}/undo`)).toMatchObject({
    status: 409,
    body: { code: 'conflict', known_id: known },
  })
  expect(await undoOf(logId)).toMatchObject({ state: 'failed', code: 'conflict', known_id: known, done: 0 })
  await call('DELETE', `/kb/entries/${known}?version=1`)
  expect((await call('POST', `/kb/logs/${logId}/undo`)).status).toBe(200)
  expect(await undoOf(logId)).toMatchObject({ state: 'done', code: null, known_id: null })
  expect((await call('POST', `/kb/logs/${logId}/undo`)).body).toMatchObject({ code: 'conflict' })
})

test('an undo fails after five unsuccessful attempts', async () => {
  await call('POST', '/kb/upsert', { source: general, text: TEXT })
  const [{ id: logId }] = await lines()
  // Deletes the index blocks, without which the index cannot be changed, so that the undo fails.
  await desk.query('delete from knowledge_blocks')
  expect(await undoLog(desk.context, manager.staffId, logId)).toEqual({ log: null })
  expect(await undoOf(logId)).toMatchObject({ state: 'running', done: 0 })
  await desk.query(`update knowledge_undos set attempts = 4, leased_until = now() - interval '1 second'`)
  const jobs = undoRunner.start(desk.context)
  try {
    await expect.poll(() => undoOf(logId)).toMatchObject({ state: 'failed', code: 'internal', done: 0 })
  } finally {
    await jobs.stop()
  }
  expect(await lines()).toHaveLength(1)
})

test('an undo that crashes the server each time finally fails', async () => {
  const logId = await removedText()
  await leaveUndo(logId, 5)
  const jobs = undoRunner.start(desk.context)
  try {
    await expect.poll(() => undoOf(logId)).toMatchObject({ state: 'failed', code: 'internal', done: 0 })
  } finally {
    await jobs.stop()
  }
  expect(await find()).toBe(0)
  expect((await call('POST', `/kb/logs/${logId}/undo`)).status).toBe(200)
})

test('waiting for other knowledge changes is not counted as an attempt of an undo', async () => {
  const { db } = desk.context
  const logId = await removedText()
  const release = await lockKnowledge(desk.database.address)
  // Fills the queue of changes; one more change is refused immediately.
  const others = Array.from({ length: 33 }, () => changeKnowledge(db, async () => undefined))
  try {
    expect(await undoLog(desk.context, manager.staffId, logId)).toEqual({ log: null })
    const rows = await desk.query('select attempts, error from knowledge_undos')
    expect(rows).toEqual([{ attempts: 0, error: null }])
  } finally {
    await release()
    await Promise.all(others)
  }
})

test('an undo renews its lease while one batch takes long', async () => {
  const logId = await removedText()
  const release = await lockKnowledge(desk.database.address)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    expect(await undoLog(desk.context, manager.staffId, logId, 0)).toEqual({ log: null })
    await desk.query(`update knowledge_undos set leased_until = now() - interval '1 second'`)
    vi.advanceTimersByTime(RENEW_EVERY_MS)
    const isLeased = async () =>
      desk.query('select from knowledge_undos where lease_owner is not null and leased_until > now()')
    await expect.poll(isLeased).toHaveLength(1)
  } finally {
    vi.useRealTimers()
    await release()
  }
  await expect.poll(() => undoOf(logId)).toMatchObject({ state: 'done' })
})

test('after an undo is itself undone, the original log entry no longer shows an undo', async () => {
  const removal = await removedText()
  const undo = async (logId: string) => (await call('POST', `/kb/logs/${logId}/undo`)).body.log.id
  const first = await undo(removal)
  const second = await undo(first)
  expect([await undoOf(removal), await undoOf(first)]).toEqual([
    null,
    expect.objectContaining({ state: 'done' }),
  ])
  await undo(second)
  const done = expect.objectContaining({ state: 'done' })
  expect([await undoOf(removal), await undoOf(first), await undoOf(second)]).toEqual([done, null, done])
})

test('a second request while an undo ends receives the result and starts nothing', async () => {
  const logId = await removedText()
  const [, { id: other }] = await lines()
  await leaveUndo(logId, 1)
  const finishing = openDatabase(desk.database.address, { poolSize: 1 })
  let pending: Promise<unknown> = Promise.resolve()
  await inTransaction(finishing, async (tx) => {
    await tx.execute(sql`update knowledge_undos set ended_at = now(), undo_log_id = ${other}::uuid`)
    pending = createUndo(
      desk.context.db,
      { logId, staffId: manager.staffId, total: 1 },
      randomUUID(),
      desk.context.now(),
    )
    await expect
      .poll(() =>
        desk.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1)
  })
  expect(await pending).toBeUndefined()
  await closeDatabase(finishing)
})
