import { notifyOtherProcesses } from '../cluster-events.ts'
import type { DeskEvent } from '../event-bus.ts'
import type { ServerContext } from '../server-context.ts'

/** Delay in ms that batches arrivals and departures, so that they are published together. */
const GATHER_MS = 50
/** Interval in ms at which each process reports its online staff to the others. */
const REPEAT_MS = 3_000
/** Time in ms without a report after which staff of another process are removed. */
const SILENT_MS = 7_500
/** Maximum number of ids per notification: PostgreSQL limits a notification to 8,000 bytes, and an id takes 39. */
const MAX_IDS = 180

export class OnlineStaff {
  /** Last report about each staff member who is online in another process, by process and staff id. */
  private readonly elsewhere = new Map<string, { id: string; receivedAt: number }>()
  private readonly idsHere: (() => ReadonlySet<string>)[] = []
  private readonly context: Pick<ServerContext, 'bus' | 'db' | 'availability'>
  private readonly clock: () => number

  /** `clock` returns monotonic milliseconds. */
  constructor(
    context: Pick<ServerContext, 'bus' | 'db' | 'availability'>,
    clock: () => number = () => performance.now(),
  ) {
    this.context = context
    this.clock = clock
  }

  /** Reports this process's online staff to other processes until `stop`. Call `check` when they may have changed. */
  count(idsHere: () => ReadonlySet<string>): { check(): void; stop(): void } {
    this.idsHere.push(idsHere)
    let published: ReadonlySet<string> = new Set()
    let gathering: NodeJS.Timeout | undefined
    const reportChange = () => {
      gathering = undefined
      const [before, now] = [published, new Set(idsHere())]
      published = now
      this.notify(
        'online',
        [...now].filter((id) => !before.has(id)),
      )
      this.notify(
        'offline',
        [...before].filter((id) => !now.has(id)),
      )
    }
    const repeat = setInterval(() => this.notify('online', [...idsHere()]), REPEAT_MS)
    let isStopped = false
    return {
      check: () => {
        if (!isStopped) gathering ??= setTimeout(reportChange, GATHER_MS)
      },
      stop: () => {
        isStopped = true
        clearInterval(repeat)
        clearTimeout(gathering)
      },
    }
  }

  handle(event: DeskEvent): void {
    if ((event.kind !== 'online' && event.kind !== 'offline') || event.server === this.context.bus.id) return
    for (const id of event.staffIds) {
      const key = `${event.server} ${id}`
      if (event.kind === 'offline') this.elsewhere.delete(key)
      else this.elsewhere.set(key, { id, receivedAt: this.clock() })
    }
  }

  ids(): Set<string> {
    const since = this.clock() - SILENT_MS
    for (const [key, { receivedAt }] of this.elsewhere) if (receivedAt < since) this.elsewhere.delete(key)
    const elsewhere = Array.from(this.elsewhere.values(), ({ id }) => id)
    return new Set([...elsewhere, ...this.idsHere.flatMap((here) => [...here()])])
  }

  private notify(kind: 'online' | 'offline', staffIds: readonly string[]): void {
    for (let at = 0; at < staffIds.length; at += MAX_IDS) {
      const event = { kind, server: this.context.bus.id, staffIds: staffIds.slice(at, at + MAX_IDS) }
      void notifyOtherProcesses(this.context, event)
    }
  }
}
