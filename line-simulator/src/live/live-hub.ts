import type { LedgerEntry, PhoneMessage } from '../ledger/ledger.ts'

type LiveEvent =
  | { event: 'message'; user_id: string; message: PhoneMessage }
  | { event: 'status'; user_id: string; id: string; status: number }
  | { event: 'unsend'; user_id: string; id: string }
  /** The message `id` and all earlier messages were marked as read. */
  | { event: 'read'; user_id: string; id: string }
  | { event: 'follow'; user_id: string; following: boolean }
  | { event: 'loading'; user_id: string; seconds: number }
  | { event: 'customer'; user_id: string; display_name: string }
  | { event: 'history' }
  | { event: 'faults' }

type LiveListener = (event: LiveEvent) => void

const MAX_LISTENERS = 200

export class LiveHub {
  private readonly listeners = new Map<
    LiveListener,
    { channel: string; user: string | undefined; onClose: () => void }
  >()

  /** Subscribes to a customer, or without `user` to the channel. Returns undefined if there are too many listeners. */
  subscribe(
    channel: string,
    user: string | undefined,
    listener: LiveListener,
    onClose: () => void,
  ): (() => void) | undefined {
    if (this.listeners.size >= MAX_LISTENERS) return undefined
    this.listeners.set(listener, { channel, user, onClose })
    return () => void this.listeners.delete(listener)
  }

  publish(channel: string | undefined, event: LiveEvent): void {
    for (const [listener, wanted] of this.listeners) {
      if (channel !== undefined && wanted.channel !== channel) continue
      if (wanted.user === undefined || !('user_id' in event) || wanted.user === event.user_id) listener(event)
    }
  }

  show(entry: LedgerEntry): void {
    switch (entry.kind) {
      case 'in':
        this.publish(entry.channel, { event: 'message', user_id: entry.user, message: entry.message })
        break
      case 'out':
        if (!entry.shown) break
        for (const message of entry.messages) {
          this.publish(entry.channel, { event: 'message', user_id: entry.user, message })
        }
        break
      case 'status': {
        const { channel, user, id, status } = entry
        this.publish(channel, { event: 'status', user_id: user, id, status })
        break
      }
      case 'unsend':
      case 'read':
        this.publish(entry.channel, { event: entry.kind, user_id: entry.user, id: entry.id })
        break
      case 'history':
        this.publish(undefined, { event: 'history' })
        break
      case 'follow':
        this.publish(entry.channel, { event: 'follow', user_id: entry.user, following: entry.following })
        break
    }
  }

  close(): void {
    for (const { onClose } of this.listeners.values()) onClose()
    this.listeners.clear()
  }
}
