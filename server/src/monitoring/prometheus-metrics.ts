import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { WebhookSpool } from '../line/webhook-spool.ts'
import type { ServerContext } from '../server-context.ts'

let processMetrics: Registry | undefined

export function metricsOfProcess(): Registry {
  if (processMetrics === undefined) {
    processMetrics = new Registry()
    collectDefaultMetrics({ register: processMetrics, prefix: 'oa_desk_' })
  }
  return processMetrics
}

export function createMetrics(
  context: ServerContext,
  countEvents: () => Promise<{ pending: number; parked: number }>,
  countMedia: () => Promise<number>,
  spool: WebhookSpool,
): Registry {
  const registry = new Registry()
  new Gauge({
    name: 'oa_desk_line_events',
    help: 'LINE events that are stored but not applied: pending events are retried, parked events need an operator.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      try {
        const { pending, parked } = await countEvents()
        this.set({ state: 'pending' }, pending)
        this.set({ state: 'parked' }, parked)
      } catch (error) {
        // Omits this metric: a missing value is better than a wrong one, and the other metrics are still useful.
        context.availability.warn(error, 'LINE events could not be counted')
      }
    },
  })
  new Gauge({
    name: 'oa_desk_media',
    labelNames: ['state'],
    help: 'Media sent by customers; pending: not yet fetched from LINE.',
    registers: [registry],
    async collect() {
      this.reset()
      try {
        this.set({ state: 'pending' }, await countMedia())
      } catch (error) {
        context.availability.warn(error, 'media to fetch could not be counted')
      }
    },
  })
  for (const unit of ['records', 'bytes'] as const) {
    new Gauge({
      name: `oa_desk_webhook_spool_${unit}`,
      help: `Webhooks spooled to disk until the database stores them, in ${unit}.`,
      registers: [registry],
      collect() {
        this.set(spool.waiting[unit])
      },
    })
  }
  new Gauge({
    name: 'oa_desk_webhooks_set_aside',
    help: 'Acknowledged webhooks that the database refuses each time: they need an operator (spool/refused.jsonl).',
    registers: [registry],
    async collect() {
      this.reset()
      try {
        this.set(await spool.countSetAside())
      } catch (error) {
        context.log.warn({ err: error }, 'webhooks that were set aside could not be counted')
      }
    },
  })
  new Gauge({
    name: 'oa_desk_database_away',
    help: '1 while the database is unavailable or not open yet.',
    registers: [registry],
    collect() {
      this.set(context.availability.isAway ? 1 : 0)
    },
  })
  new Gauge({
    name: 'oa_desk_database_connections',
    help: 'Connections of the pool; waiting: calls that wait for a connection.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = context.db.$client
      this.set({ state: 'used' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waiting' }, waitingCount)
    },
  })
  const { space } = context
  new Gauge({
    name: 'oa_desk_media_floor_bytes',
    help: 'Media are refused while the disk has fewer free bytes than this; 0: no limit.',
    registers: [registry],
    collect() {
      this.set(space.floorBytes)
    },
  })
  new Gauge({
    name: 'oa_desk_disk_free_bytes',
    help: 'Free bytes of the file system of DATA_DIR (data) and of MEDIA_DIR (media, unless a bucket is used).',
    labelNames: ['folder'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [folder, path] of Object.entries(space.folders)) {
        try {
          const free = await space.freeBytes(path)
          if (free !== null) this.set({ folder }, free)
        } catch (error) {
          context.log.warn({ err: error, folder: path }, 'the free disk space could not be read')
        }
      }
    },
  })
  return registry
}
