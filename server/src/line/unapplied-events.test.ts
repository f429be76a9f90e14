import pg from 'pg'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { connectionOptions } from '../db/client.ts'
import { lineEvent, postWebhook, storedMessagesOf, textEvent } from '../testing/line-events.ts'
import { randomLineUserId } from '../testing/test-desk.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { countWaitingEvents, findDeadLetters, replayDeadLetters } from './inbox.store.ts'
import { sweepEvents } from './inbox-sweeper.ts'
import { InboxWorker } from './inbox-worker.ts'

const testDesk = useTestDesk()
const { query } = testDesk

const messagesOf = (userId: string) => storedMessagesOf(testDesk, userId)

describe('LINE events that are stored but not applied', () => {
  const worker = () => new InboxWorker(testDesk.context, () => {})

  test('the sweeper applies stored but unapplied events in order', async () => {
    const user = randomLineUserId()
    await store(user, ['หนึ่ง', 'สอง', 'สาม'])
    expect(await messagesOf(user)).toEqual([])
    await sweepEvents(testDesk.context, worker(), 0)
    expect((await messagesOf(user)).map((message) => message.text)).toEqual(['หนึ่ง', 'สอง', 'สาม'])
  })

  test('unapplied events are applied before events of a later webhook', async () => {
    const user = randomLineUserId()
    await store(user, ['ก่อน'])
    await postWebhook(testDesk, [textEvent(user, 'หลัง')])
    expect((await messagesOf(user)).map((message) => message.text)).toEqual(['ก่อน', 'หลัง'])
  })

  test('concurrent sweeps apply each event once', async () => {
    const user = randomLineUserId()
    await store(user, ['ก', 'ข', 'ค', 'ง'])
    const warnings: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) })
    const context = { ...testDesk.context, log }
    await Promise.all(
      Array.from({ length: 8 }, () => sweepEvents(context, new InboxWorker(context, () => {}), 0)),
    )
    expect((await messagesOf(user)).map((message) => message.text)).toEqual(['ก', 'ข', 'ค', 'ง'])
    // Expects no warnings, because concurrent sweeps apply the events one after another, without conflicts.
    expect(warnings).toEqual([])
  })

  /** Makes messages with the text 'poison' fail while `work` runs. */
  async function withPoison(work: (stop: () => Promise<void>) => Promise<void>): Promise<void> {
    const owner = new pg.Client(connectionOptions(testDesk.database.ownerAddress))
    await owner.connect()
    await owner.query("alter table messages add constraint no_poison check (text <> 'poison') not valid")
    const stop = async () => {
      await owner.query('alter table messages drop constraint if exists no_poison')
    }
    try {
      await work(stop)
    } finally {
      await stop()
      await owner.end()
    }
  }
  const waitingOf = (user: string) =>
    query<{ id: string; attempts: number; error: string; parked: boolean; wait_secs: number }>(
      `select id, attempts, error, parked_at is not null as parked,
         extract(epoch from next_attempt_at - now())::float8 as wait_secs
       from line_events where user_id = $1 and applied_at is null order by id`,
      [user],
    )
  const textsOf = async (user: string) => (await messagesOf(user)).map((message) => message.text)
  const makeDue = () =>
    query("update line_events set next_attempt_at = now() - interval '1 s' where applied_at is null")

  test('a failing event waits longer after each failure, and later events of the customer do not overtake it', async () => {
    const user = randomLineUserId()
    await withPoison(async () => {
      await store(user, ['poison', 'ต่อไป'])
      const waits: number[] = []
      for (let failure = 1; failure <= 5; failure += 1) {
        await makeDue()
        await sweepEvents(testDesk.context, worker(), 0)
        const [first] = await waitingOf(user)
        expect(first).toMatchObject({
          attempts: failure,
          parked: false,
          error: expect.stringContaining('no_poison'),
        })
        waits.push(first?.wait_secs ?? 0)
        await postWebhook(testDesk, [lineEvent(randomLineUserId(), { type: 'follow' })])
      }
      expect(waits).toEqual(waits.toSorted((a, b) => a - b))
      expect(waits.at(-1)).toBeGreaterThan(200)
      expect(await textsOf(user)).toEqual([])
    })
    await makeDue()
    await sweepEvents(testDesk.context, worker(), 0)
    expect(await textsOf(user)).toEqual(['poison', 'ต่อไป'])
  })

  test('a failing event becomes a dead letter with its error, later events continue, and a replay applies it', async () => {
    const user = randomLineUserId()
    await withPoison(async (stop) => {
      await store(user, ['poison', 'ต่อไป'])
      for (let failure = 1; failure <= 9; failure += 1) {
        expect(await textsOf(user)).toEqual([])
        await makeDue()
        await sweepEvents(testDesk.context, worker(), 0)
      }
      expect(await textsOf(user)).toEqual(['ต่อไป'])
      const [parked] = await findDeadLetters(testDesk.context.db, 10)
      expect(parked).toMatchObject({
        user_id: user,
        attempts: 9,
        error: 'new row for relation "messages" violates check constraint "no_poison" (23514)',
      })
      expect(await countWaitingEvents(testDesk.context.db)).toEqual({ pending: 0, parked: 1 })
      // Sweeps again; the dead letter must be ignored.
      await makeDue()
      await sweepEvents(testDesk.context, worker(), 0)
      expect((await waitingOf(user))[0]?.attempts).toBe(9)

      await stop()
      expect(await replayDeadLetters(testDesk.context.db, { id: parked?.id ?? '' })).toBe(1)
      await sweepEvents(testDesk.context, worker(), 0)
      expect(await textsOf(user)).toEqual(['ต่อไป', 'poison'])
      expect(await countWaitingEvents(testDesk.context.db)).toEqual({ pending: 0, parked: 0 })
    })
  })

  /** Stores events as if the process had crashed right afterwards. */
  async function store(user: string, texts: string[]): Promise<void> {
    for (const text of texts) {
      const event = textEvent(user, text)
      await query(
        `insert into line_events (webhook_event_id, channel_key, type, user_id, body, received_at, next_attempt_at)
         values ($1, 'main', 'message', $2, $3, now() - interval '5 s', now() - interval '5 s')`,
        [event.webhookEventId, user, JSON.stringify(event)],
      )
    }
  }
})
