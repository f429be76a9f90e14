import type { ServerEvent, TicketViewer } from 'shared/contract/realtime.ts'
import { notifyOtherProcesses } from '../cluster-events.ts'
import type { DeskEvent, View, Viewer } from '../event-bus.ts'
import type { ServerContext } from '../server-context.ts'
import { staffMemberOf } from '../staff/staff-member.ts'
import type { Client, Sockets } from './sockets.ts'

/** Delay in ms before presence is published, so that agents who scroll through a list do not appear everywhere. */
const GATHER_MS = 200
const TICK_MS = 1_000
/** Time in ms after which typing ends without another report; a page reports typing at most every 8 s. */
const TYPING_MS = 10_000
/** Interval in ms at which each process repeats its viewers to the other processes. */
const REPEAT_MS = 3_000
/** Time in ms without a report after which the viewers of another process are removed. */
const SILENT_MS = 7_500
/** Maximum number of viewers sent per conversation, and maximum number of conversations sent to a new socket. */
const MAX_VIEWERS = 20
const MAX_SNAPSHOT = 500
/** Maximum size in bytes of a notification between processes; PostgreSQL limits it to 8,000 bytes. */
const MAX_NOTICE_BYTES = 7_000
const MAX_AVATAR_LENGTH = 500

interface Open {
  ticketId: string
  channelKey: string
  typingUntil: number
}

interface RemoteViews {
  viewer: Viewer
  receivedAt: number
}

/** Viewers and typing of each conversation. Sent to all sockets with a right to the channel; not stored. */
export class Presence {
  private readonly here = new Map<Client, Open>()
  /** Viewers of other processes, by process and staff member. */
  private readonly elsewhere = new Map<string, RemoteViews>()
  /** Last published presence by conversation, oldest change first. `state` does not depend on the viewers' order. */
  private readonly published = new Map<string, { channelKey: string; text: string; state: string }>()
  /** Conversations whose presence must be published again, with their channels. */
  private readonly changed = new Map<string, string>()
  private readonly toAnnounce = new Map<string, Viewer['staffMember']>()
  private gathering: NodeJS.Timeout | undefined
  private readonly ticks: NodeJS.Timeout
  private repeatedAt = 0
  private isClosed = false
  private readonly context: ServerContext
  private readonly sockets: Sockets
  private readonly clock: () => number

  /** `clock` returns milliseconds of a monotonic clock. */
  constructor(context: ServerContext, sockets: Sockets, clock: () => number = () => performance.now()) {
    this.context = context
    this.sockets = sockets
    this.clock = clock
    this.ticks = setInterval(() => this.tick(), TICK_MS)
  }

  /** Sets the conversation that a client views. The caller must have checked the right to it. */
  view(client: Client, ticket: { ticketId: string; channelKey: string } | null): void {
    const before = this.here.get(client)
    if (before?.ticketId === ticket?.ticketId) return
    this.touch(client, before)
    if (ticket === null) this.here.delete(client)
    else {
      const open = { ...ticket, typingUntil: 0 }
      this.here.set(client, open)
      this.touch(client, open)
    }
  }

  channelViewedBy(staffId: string, ticketId: string): string | undefined {
    for (const [{ signedIn }, open] of this.here)
      if (open.ticketId === ticketId && signedIn.staff.id === staffId) return open.channelKey
    return undefined
  }

  type(client: Client, ticketId: string): void {
    const open = this.here.get(client)
    if (open?.ticketId !== ticketId) return
    const isNews = open.typingUntil === 0
    open.typingUntil = this.clock() + TYPING_MS
    if (isNews) this.touch(client, open)
  }

  greet(client: Client): void {
    for (const { channelKey, text } of [...this.published.values()].slice(-MAX_SNAPSHOT))
      if (client.signedIn.scope.includes(channelKey)) client.sendText(text)
  }

  handle(event: DeskEvent): void {
    if (event.kind === 'viewers')
      for (const viewer of event.viewers) this.learn(`${event.server} ${viewer.staffMember.id}`, viewer)
    if (event.kind !== 'ticket') return
    // A sent reply ends the sender's typing. Closing the ticket ends everyone's typing.
    for (const { type, data } of event.events)
      if (type === 'message' && data.direction === 'OUT') this.endTyping(data.ticket_id, data.sender?.id)
      else if (type === 'ticket_update' && data.status === 'CLOSED') this.endTyping(event.ticketId, null)
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.gathering)
    clearInterval(this.ticks)
  }

  private learn(key: string, viewer: Viewer): void {
    const before = this.elsewhere.get(key)
    if (viewer.views.length === 0) this.elsewhere.delete(key)
    else this.elsewhere.set(key, { viewer, receivedAt: this.clock() })
    for (const view of [...(before?.viewer.views ?? []), ...viewer.views])
      this.check(view.ticketId, view.channelKey)
  }

  /** Ends the typing of one staff member, or of all staff when `staffId` is null. */
  private endTyping(ticketId: string, staffId: string | null | undefined): void {
    const isRecipient = (client: Client) => staffId === null || client.signedIn.staff.id === staffId
    for (const [client, open] of this.here)
      if (open.ticketId === ticketId && open.typingUntil > 0 && isRecipient(client)) {
        open.typingUntil = 0
        this.touch(client, open)
      }
  }

  private tick(): void {
    const now = this.clock()
    for (const [client, open] of this.here)
      if (open.typingUntil > 0 && open.typingUntil <= now) {
        open.typingUntil = 0
        this.touch(client, open)
      }
    for (const [key, { viewer, receivedAt }] of this.elsewhere)
      if (now - receivedAt > SILENT_MS) this.learn(key, { ...viewer, views: [] })
    if (now - this.repeatedAt < REPEAT_MS) return
    this.repeatedAt = now
    for (const client of this.here.keys()) this.announceLater(client)
    this.announce()
  }

  private touch(client: Client, open: Open | undefined): void {
    if (open === undefined) return
    this.announceLater(client)
    this.check(open.ticketId, open.channelKey)
  }

  private announceLater({ signedIn: { staff } }: Client): void {
    const staffMember = staffMemberOf(staff)
    if ((staffMember.avatar_url?.length ?? 0) > MAX_AVATAR_LENGTH) staffMember.avatar_url = null
    this.toAnnounce.set(staffMember.id, staffMember)
  }

  private check(ticketId: string, channelKey: string): void {
    if (this.isClosed) return
    this.changed.set(ticketId, channelKey)
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined
      this.notify()
      this.announce()
    }, GATHER_MS)
  }

  private notify(): void {
    for (const [ticketId, channelKey] of this.changed) {
      const viewers = this.viewersOf(ticketId)
      const event: ServerEvent = { type: 'presence', data: { ticket_id: ticketId, viewers } }
      const text = JSON.stringify(event)
      const state = JSON.stringify(viewers.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      const before = this.published.get(ticketId)
      if (before?.state === state || (before === undefined && viewers.length === 0)) continue
      this.published.delete(ticketId)
      if (viewers.length > 0) this.published.set(ticketId, { channelKey, text, state })
      this.sockets.sendToChannel(channelKey, event)
    }
    this.changed.clear()
  }

  private viewersOf(ticketId: string): TicketViewer[] {
    const viewers = new Map<string, TicketViewer>()
    const add = (staffMember: Viewer['staffMember'], typing: boolean) =>
      viewers.set(staffMember.id, {
        ...staffMember,
        typing: typing || viewers.get(staffMember.id)?.typing === true,
      })
    for (const [{ signedIn }, open] of this.here)
      if (open.ticketId === ticketId) add(staffMemberOf(signedIn.staff), open.typingUntil > 0)
    for (const { viewer } of this.elsewhere.values())
      for (const view of viewer.views) if (view.ticketId === ticketId) add(viewer.staffMember, view.typing)
    return [...viewers.values()].slice(0, MAX_VIEWERS)
  }

  private announce(): void {
    if (this.toAnnounce.size === 0) return
    // Open conversations by staff member: several sockets of one staff member count as one viewer.
    const views = new Map<string, Map<string, View>>()
    for (const [client, { ticketId, channelKey, typingUntil }] of this.here) {
      const { id } = client.signedIn.staff
      const own = views.get(id) ?? new Map<string, View>()
      const typing = typingUntil > 0 || own.get(ticketId)?.typing === true
      views.set(id, own.set(ticketId, { ticketId, channelKey, typing }))
    }
    let notice: Viewer[] = []
    let bytes = 0
    const send = () => {
      if (notice.length === 0) return
      const event = { kind: 'viewers' as const, server: this.context.bus.id, viewers: notice }
      void notifyOtherProcesses(this.context, event)
      notice = []
      bytes = 0
    }
    for (const staffMember of this.toAnnounce.values()) {
      const viewer = {
        staffMember,
        views: [...(views.get(staffMember.id)?.values() ?? [])].slice(0, MAX_VIEWERS),
      }
      const size = Buffer.byteLength(JSON.stringify(viewer))
      if (bytes + size > MAX_NOTICE_BYTES) send()
      notice.push(viewer)
      bytes += size
    }
    send()
    this.toAnnounce.clear()
  }
}
