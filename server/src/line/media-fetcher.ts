import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DeskEvent } from '../event-bus.ts'
import { type ClaimCapacity, ClaimLoop } from '../job-claim-loop.ts'
import { ChannelWakes } from '../line-api/channel-retry-wakes.ts'
import { OutageProbes } from '../line-api/outage-probes.ts'
import { removeUnusedBlobs } from '../media/media.store.ts'
import { RepeatedWarnings } from '../repeated-warnings.ts'
import type { ServerContext } from '../server-context.ts'
import { publishAll } from '../tickets/ticket-update-event.ts'
import {
  FAILURE_PAUSES_MS,
  fetchContent,
  PREPARING_PAUSES_MS,
  removeStored,
  retryLater,
} from './fetch-content.ts'
import { publishAgain, publishedTooEarly } from './later-image-uses.store.ts'
import {
  type ClaimedMedia,
  claimDueMedia,
  countPendingMedia,
  type FetchOutcome,
  imageOf,
  releaseMediaLeases,
  renewMediaLease,
  settleMedia,
  wakeWaitingMedia,
} from './media-fetch.store.ts'
import { MediaReservation } from './media-reservation.ts'

const LEASE_MS = 60_000
const POLL_MS = 2_000
/** Maximum concurrent fetches, in total and per channel: each may need as much disk space as the largest media. */
const MAX_CONCURRENT = 6
const MAX_CONCURRENT_PER_CHANNEL = 3
const STOP_WITHIN_MS = 5_000

export interface MediaFetcherOptions {
  pollMs?: number
  leaseMs?: number
  concurrency?: number
  concurrencyPerChannel?: number
  preparingPausesMs?: readonly number[]
  failurePausesMs?: readonly number[]
  wakeEveryMs?: number
  chance?: () => number
}

export interface MediaFetcher {
  /** Claims no more media and aborts running fetches; the next process repeats them. */
  stop(): Promise<void>
  drain(): Promise<void>
}

/** Fetches media at once: LINE does not document how long it stores them. Also removes content of unsent messages. */
export function startMediaFetcher(context: ServerContext, options: MediaFetcherOptions = {}): MediaFetcher {
  const { db, bus } = context
  const owner = randomUUID()
  const workDir = join(context.config.dataDir, 'media-fetching')
  const leaseMs = options.leaseMs ?? LEASE_MS
  const warnings = new RepeatedWarnings(context.log)
  const removing = new Set<Promise<void>>()
  const probes = new OutageProbes()

  /** Removes the files and leases of an earlier process; a DATA_DIR belongs to one server. */
  async function takeOver(): Promise<void> {
    await rm(workDir, { recursive: true, force: true })
    await mkdir(workDir, { recursive: true, mode: 0o700 })
    await releaseMediaLeases(db)
  }

  async function fetchMedia(claim: ClaimedMedia, end: AbortSignal): Promise<FetchOutcome | undefined> {
    const lost = new AbortController()
    const renewing = setInterval(() => {
      // Ignores a failed renewal of the lease, because a lost claim is also detected when the fetch ends.
      renewMediaLease(db, claim, owner, leaseMs).then(
        (isOurs) => isOurs || lost.abort(),
        () => {},
      )
    }, leaseMs / 3)
    const pauses = {
      chance: options.chance ?? Math.random,
      preparingPausesMs: options.preparingPausesMs ?? PREPARING_PAUSES_MS,
      failurePausesMs: options.failurePausesMs ?? FAILURE_PAUSES_MS,
    }
    const { blobs, images, config } = context
    const signal = AbortSignal.any([end, lost.signal])
    const { customerBytesPerDay } = config.media
    const maxBytes = Math.min(config.media.maxBytes, customerBytesPerDay)
    const customer =
      claim.stored_key === null ? { id: claim.customer_id, bytesPerDay: customerBytesPerDay } : null
    await using reservations = new AsyncDisposableStack()
    let mediaReservation: MediaReservation | undefined
    const openReservation = async () => {
      mediaReservation = reservations.use(await MediaReservation.open({ db, space: context.space, customer }))
      return mediaReservation
    }
    const parts = { ...pauses, blobs, images, workDir, maxBytes, openReservation, signal }
    const fetched = await context.line
      .forChannel(claim.channel_key)
      .then((channel) => fetchContent({ ...parts, channel }, claim))
      .catch((error) => {
        context.availability.warn(error, 'a media file could not be stored; retrying', { media: claim.id })
        return retryLater(pauses, claim, pauses.failurePausesMs, 'the desk could not store the file')
      })
      .finally(() => clearInterval(renewing))
    const outcome = probed(claim, fetched)
    const keys = storedBy(outcome).filter((key) => key !== claim.stored_key)
    const { isOurs, events } = await settleMedia(db, claim, owner, outcome, context.mediaAddresses)
    if (!isOurs) {
      await removeStored(context.blobs, keys)
      return undefined
    }
    if (outcome.state !== 'gone' && outcome.original !== undefined) mediaReservation?.markStored()
    const about = { media: claim.id, channel: claim.channel_key, attempts: claim.attempts }
    if (outcome.state === 'pending')
      context.log.info({ ...about, reason: outcome.detail }, 'a media file was not fetched yet')
    if (outcome.state === 'pending' && outcome.reason === 'storage_full')
      warnings.warn('room', { floorBytes: context.space.floorBytes }, 'media wait for free disk space')
    if (outcome.state === 'gone')
      context.log.warn(
        { ...about, code: outcome.reason, reason: outcome.detail },
        'a media file cannot be fetched',
      )
    publishAll(bus, events)
    const isNew = claim.stored_key === null && imageOf(claim, outcome) !== undefined
    if (isNew) await publishLaterImageUses(claim)
    return outcome
  }

  /** Shortens the retry interval of the item that tests whether LINE responds, but not below LINE's Retry-After. */
  function probed(claim: ClaimedMedia, outcome: FetchOutcome): FetchOutcome {
    const { channel_key: channelKey, id } = claim
    if (outcome.state === 'pending' && outcome.waitsForLine === true && outcome.reason !== 'token_refused') {
      probes.rest(channelKey, outcome.retryAfterMs ?? 0)
      return { ...outcome, waitMs: probes.pauseFor(channelKey, id, outcome.waitMs) }
    }
    probes.ended(channelKey, id)
    return outcome
  }

  /** Publishes later messages with the same image again if they were published without this earlier use. */
  async function publishLaterImageUses(claim: ClaimedMedia): Promise<void> {
    try {
      for (const messageId of await publishedTooEarly(db, claim))
        publishAll(bus, await publishAgain(db, messageId, context.mediaAddresses))
    } catch (error) {
      context.availability.warn(
        error,
        'the earlier use of an image could not be published; it shows when the ticket is opened',
        { media: claim.id },
      )
    }
  }

  const loop = new ClaimLoop<ClaimedMedia>({
    pollMs: options.pollMs ?? POLL_MS,
    concurrency: options.concurrency ?? MAX_CONCURRENT,
    concurrencyPerChannel: options.concurrencyPerChannel ?? MAX_CONCURRENT_PER_CHANNEL,
    takeOver,
    claim: (capacity) => claimDueMedia(db, owner, leaseMs, withoutResting(capacity, probes.resting())),
    channelOf: (claim) => claim.channel_key,
    work: async (claim, end) => {
      const outcome = await fetchMedia(claim, end)
      return outcome?.state === 'pending' ? outcome.waitMs : undefined
    },
    onClaimError: (error) => context.availability.warn(error, 'media to fetch could not be read; retrying'),
    onWorkError: (error, claim) =>
      context.availability.warn(error, 'the fetch of a media file was interrupted; its lease will expire', {
        media: claim.id,
      }),
  })

  function handle(event: DeskEvent): void {
    if (event.kind === 'unused_blobs') {
      const work = removeUnusedBlobs(db, context.blobs, event.keys).catch((error) =>
        context.availability.warn(error, 'unsent content could not be removed yet; the sweep will remove it'),
      )
      removing.add(work)
      void work.finally(() => removing.delete(work))
    } else if (event.kind === 'line_succeeded') {
      channelWakes.succeeded(event.channelKey, event.call === 'content' ? 'all' : 'one')
    } else if (event.kind === 'ticket' && event.events.some(hasPendingMedia)) loop.wake()
  }

  const channelWakes = new ChannelWakes((channelKey, extent) => {
    wakeWaitingMedia(db, channelKey, extent).then(
      (isAny) => isAny && loop.wake(),
      (error) =>
        context.availability.warn(error, 'pending media could not be resumed; they keep their backoff'),
    )
  }, options.wakeEveryMs)
  const unsubscribe = bus.subscribe(handle)

  return {
    async stop() {
      unsubscribe()
      channelWakes.stop()
      await loop.stop(STOP_WITHIN_MS)
      await Promise.race([Promise.all(removing), pause(STOP_WITHIN_MS, undefined, { ref: false })])
    },
    drain: () =>
      loop.drain(async () => {
        await Promise.all(removing)
        return (await countPendingMedia(db)) === 0
      }),
  }
}

/** Treats paused channels as if they had no capacity. */
function withoutResting(capacity: ClaimCapacity, resting: readonly string[]): ClaimCapacity {
  const full = resting.map((key): [string, number] => [key, capacity.perChannel])
  return { ...capacity, inUse: new Map([...capacity.inUse, ...full]) }
}

function storedBy(outcome: FetchOutcome): string[] {
  if (outcome.state === 'gone') return []
  const preview = outcome.state === 'ready' ? outcome.preview : null
  return [outcome.original, preview].flatMap((content) => (content ? [content.key] : []))
}

function hasPendingMedia(event: (DeskEvent & { kind: 'ticket' })['events'][number]): boolean {
  if (event.type !== 'message') return false
  const { content } = event.data
  return content !== null && content !== undefined && 'media' in content && content.media?.state === 'pending'
}
