import { setTimeout as wait } from 'node:timers/promises'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { expect, test } from 'vitest'
import { lockKnowledge } from '../testing/lock-knowledge.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { changeKnowledge } from './change-knowledge.ts'

const desk = useTestDesk()

test('knowledge changes that wait for another server use one connection and do not block other requests', async () => {
  const { headers } = await desk.signInAs({ channelKeys: ['main'] })
  const upsert = (text: string) =>
    desk.app.inject({
      method: 'POST',
      url: '/kb/upsert',
      headers,
      payload: { source: KNOWLEDGE_SOURCES.general, text, replace: false },
    })
  const release = await lockKnowledge(desk.database.address)
  let refused = 0
  const waiting = Array.from({ length: 60 }, async (_, index) => {
    const { statusCode } = await upsert(`เรื่องที่ ${index}`)
    if (statusCode === 503) refused += 1
    return statusCode
  })
  const answered = Promise.race([
    desk.app.inject({ method: 'GET', url: '/kb/sources', headers }),
    wait(4_000, undefined),
  ])
  expect((await answered)?.statusCode).toBe(200)
  // Waits until 27 requests are refused; the other requests are then in the queue.
  await expect.poll(() => refused).toBe(27)
  await release()
  const statuses = await Promise.all(waiting)
  expect(statuses.filter((status) => status === 200)).toHaveLength(33)
})

test('a knowledge change that waits too long is rejected, never runs, and does not block later changes', async () => {
  const { db } = desk.context
  const done: string[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const first = changeKnowledge(db, () => ended)
  const late = changeKnowledge(db, async () => void done.push('late'), 20)
  await expect(late).rejects.toMatchObject({ code: 'unavailable' })
  const third = changeKnowledge(db, async () => void done.push('third'))
  end()
  await Promise.all([first, third])
  expect(done).toEqual(['third'])
})
