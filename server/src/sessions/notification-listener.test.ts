import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startNotificationListener } from './notification-listener.ts'

/** Fake database connection that responds until a test cuts it off without notice. */
class SilentConnection extends EventEmitter {
  isCut = false
  readonly release = vi.fn()
  readonly texts: string[] = []

  async query(text: string) {
    this.texts.push(text)
    // Fails with the error of a real connection's `query_timeout`.
    if (this.isCut) throw new Error('Query read timeout')
    return { rows: [] }
  }
}

test.each(['by and by', 'as the database is back'])(
  'the notification listener replaces a connection whose other side no longer exists (%s)',
  async (when) => {
    const connections: SilentConnection[] = []
    const connect = async () => {
      const made = new SilentConnection()
      connections.push(made)
      return made
    }
    let reportChange = (_isAway: boolean) => {}
    const availability = {
      warn: vi.fn(),
      onChange(listener: (isAway: boolean) => void) {
        reportChange = listener
        return () => undefined
      },
    }
    const db = {
      $client: { connect },
      execute: async () => ({ rows: [] }),
      select: () => ({ from: () => ({ where: () => ({ limit: async () => [] }) }) }),
    }
    const received = vi.fn()
    const context = { db, availability, bus: { publish: vi.fn() }, log: { warn: vi.fn() } }
    const pingMs = when === 'by and by' ? 10 : 60_000
    const listener = startNotificationListener(context as never, new Map([['other', received]]), pingMs)
    onTestFinished(() => listener.stop())
    await listener.ready
    const [first] = connections
    if (!first) throw new Error('nothing listens')
    first.isCut = true
    if (when !== 'by and by') reportChange(false)
    await vi.waitFor(() => expect(connections).toHaveLength(2), 10_000)
    expect(first.release).toHaveBeenCalledWith(true)
    await vi.waitFor(() => expect(connections[1]?.texts).toContain('listen other'))
    connections[1]?.emit('notification', { channel: 'other', payload: 'x' })
    expect(received).toHaveBeenCalledWith('x')
  },
)
