import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { firstText } from 'shared/contract/raw-json.ts'
import { closeDatabase, openReserve } from '../db/client.ts'
import { DeskError, invalidRequest } from '../desk-error.ts'
import { addBodyBudget, type BodyLimits } from '../http/body-budget.ts'
import { limitBodyTime } from '../http/body-deadline.ts'
import { renewReplyToken } from '../messages/reply-token.store.ts'
import type { ServerContext } from '../server-context.ts'
import { ProfileFetcher } from './customer-profile.ts'
import { startSweeper } from './inbox-sweeper.ts'
import { InboxWorker } from './inbox-worker.ts'
import { InboxWriter } from './inbox-writer.ts'
import {
  eventCount,
  eventTime,
  type IncomingEvent,
  isRedelivery,
  MAX_EVENTS,
  parseWebhook,
  readWebhook,
} from './parse-webhook.ts'
import type { RefusedWebhooks } from './refused-webhooks.ts'
import { WebhookChannels } from './webhook-channels.ts'
import type { WebhookCredentialsFile } from './webhook-credentials-file.ts'
import { WebhookInbox } from './webhook-inbox.ts'
import { isSignature, signedChannel } from './webhook-signature.ts'
import type { WebhookSpool } from './webhook-spool.ts'

/** Number of connections reserved for reading secrets and storing events, because LINE may not redeliver events. */
const RESERVED_CONNECTIONS = 5
const BODY_LIMIT_BYTES = 2 * 1024 * 1024
/** Timeout for receiving a body, in milliseconds; longer than LINE's own timeout of 2 s. */
const BODY_WITHIN_MS = 10_000
/** Time in ms that a response waits for the events to be applied, so that a caller who reads next sees them. */
const RESPONSE_WITHIN_MS = 200
/** Route options: webhooks are never refused under load or rate-limited, because LINE may never redeliver them. */
const WEBHOOK_ROUTE = { schema: { hide: true }, config: { rateLimit: false, neverShed: true } } as const

export interface WebhookParts {
  refused: RefusedWebhooks
  spool: WebhookSpool
  onDisk?: WebhookCredentialsFile | undefined
  bodyLimits?: BodyLimits | undefined
}

/** Every event is stored before the response, in the database or on disk, and applied in order. */
export async function lineWebhookRoutes(
  app: FastifyInstance,
  context: ServerContext,
  { refused, spool, onDisk, bodyLimits }: WebhookParts,
): Promise<void> {
  const { encryption, availability } = context
  const profiles = new ProfileFetcher(context)
  const worker = new InboxWorker(context, (customerId) => profiles.requestRefresh(customerId))
  const reserve = openReserve(context.db, RESERVED_CONNECTIONS, (error) =>
    context.availability.warn(error, 'a database connection broke'),
  )
  const writer = new InboxWriter(reserve)
  const inbox = new WebhookInbox({
    context,
    reserve,
    writer,
    spool,
    onStored: (customers) => void worker.applyAll(customers),
  })
  const channels = new WebhookChannels({ db: reserve, encryption, availability, onDisk })
  await app.register(async (scope) => {
    // Rejects requests without a signature before their body is read into memory.
    scope.addHook('onRequest', async ({ headers, raw }) => {
      if (isSignature(headers['x-line-signature'])) return limitBodyTime(raw, BODY_WITHIN_MS)
      refused.noSignature()
      throw new DeskError('invalid_signature')
    })
    addBodyBudget(scope, bodyLimits)
    // Ignores the content type, because the signature is computed over the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.post('/line/webhook/:channelKey', WEBHOOK_ROUTE, async (request: FastifyRequest) => {
      const { channelKey } = request.params as { channelKey: string }
      await receive({ context, worker, inbox, channels, refused }, channelKey, request)
      return { ok: true }
    })
  })

  let sweeper: { stop(): Promise<void> } | undefined
  app.addHook('onReady', async () => {
    await channels
      .start()
      .catch((error) => context.availability.warn(error, 'the channel secrets could not be read'))
    inbox.start()
  })
  app.addHook('onListen', async () => {
    sweeper = startSweeper(context, worker, profiles)
  })
  app.addHook('onClose', async () => {
    channels.stop()
    await Promise.all([sweeper?.stop(), inbox.stop(), worker.stop(), profiles.stop()])
    await closeDatabase(reserve)
  })
}

interface Receiving {
  context: ServerContext
  worker: InboxWorker
  inbox: WebhookInbox
  channels: WebhookChannels
  refused: RefusedWebhooks
}

async function receive(
  { context, worker, inbox, channels, refused }: Receiving,
  channelKey: string,
  request: FastifyRequest,
): Promise<void> {
  const responseBy = performance.now() + RESPONSE_WITHIN_MS
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const channel = await signedChannel(
    { channels, refused },
    channelKey,
    body,
    request.headers['x-line-signature'],
  )
  const json = parseWebhook(body)
  const count = eventCount(json)
  if (count > MAX_EVENTS) {
    refused.countForChannel('too_many_events', channelKey, { events: count })
    throw new DeskError('payload_too_large')
  }
  const webhook = readWebhook(json)
  if (webhook === null) {
    throw invalidRequest('body', [
      { instancePath: '/events', message: 'must be a list, nested at most 100 deep' },
    ])
  }
  // Accepts webhooks without events: LINE's console verifies an endpoint with no events and an invented destination.
  if (webhook.events.length === 0) return
  if (webhook.destination !== null && webhook.destination !== channel.botUserId) {
    refused.countForChannel('wrong_destination', channelKey, { destination: webhook.destination })
    const message = 'is not the LINE Official Account of this URL'
    throw invalidRequest('body', [{ instancePath: '/destination', message }])
  }
  noteAccountEvents(context, channelKey, webhook.events)
  const storedIn = await inbox.store(channelKey, webhook.events, body.length)
  if (storedIn === 'disk') return
  const userIds = new Set(webhook.events.map(({ userId }) => userId).filter((userId) => userId !== null))
  const applied = worker.applyAll([...userIds].map((userId) => ({ channelKey, userId })))
  await waitUntilSettled(responseBy, Promise.all([applied, renewReplyTokens(context, webhook.events)]))
}

function noteAccountEvents(
  { log }: ServerContext,
  channelKey: string,
  events: readonly IncomingEvent[],
): void {
  for (const { type } of events) {
    const about = { channel: channelKey, type }
    if (type === 'botSuspended') log.warn(about, 'LINE has suspended a channel')
    else if (ACCOUNT_EVENTS.has(type)) log.info(about, 'LINE reported a change of a channel')
  }
}
const ACCOUNT_EVENTS = new Set(['botResumed', 'module', 'activated', 'deactivated'])

/** Restarts the one-minute validity of reply tokens in redelivered events, which are already stored. */
async function renewReplyTokens(context: ServerContext, events: readonly IncomingEvent[]): Promise<void> {
  const receivedAt = context.now()
  for (const { body } of events.filter((event) => isRedelivery(event.body))) {
    const token = firstText(body, 'replyToken')
    if (token === undefined) continue
    const times = { receivedAt, eventAt: eventTime(body, receivedAt), isRedelivery: true }
    await renewReplyToken(context.db, token, times).catch((error) =>
      context.availability.warn(error, 'a reply token could not be renewed'),
    )
  }
}

/** Resolves when `work` resolves or at `time` (of `performance.now()`); `work` then continues. */
async function waitUntilSettled(time: number, work: Promise<unknown>): Promise<void> {
  const left = time - performance.now()
  if (left > 0) await Promise.race([work, pause(left, undefined, { ref: false })])
}
