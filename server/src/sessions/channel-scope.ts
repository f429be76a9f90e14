import { type SQL, sql } from 'drizzle-orm'
import { DeskError } from '../desk-error.ts'

/** Channels that a session may access. Stores require this type, so that a forgotten check does not compile. */
export class ChannelScope {
  /** Permitted channels: `all` includes channels connected later; an empty list grants nothing. */
  readonly channels: 'all' | readonly string[]
  /** Private field that makes the type nominal: an object with equal fields is not assignable. */
  readonly #granted = true

  private constructor(channels: 'all' | readonly string[]) {
    this.channels = channels
  }

  static granted(rights: { allChannels: boolean; channelKeys: readonly string[] }): ChannelScope {
    return new ChannelScope(rights.allChannels ? 'all' : [...new Set(rights.channelKeys)].sort())
  }

  get isEmpty(): boolean {
    return this.channels.length === 0
  }

  includes(channelKey: string): boolean {
    return this.channels === 'all' || this.channels.includes(channelKey)
  }

  /** Returns a scope of only these channels. Throws `forbidden_channel` if one of them is not in this scope. */
  narrowTo(channelKeys: readonly string[]): ChannelScope {
    if (!channelKeys.every((key) => this.includes(key))) throw new DeskError('forbidden_channel')
    return new ChannelScope([...new Set(channelKeys)].sort())
  }

  equals(other: ChannelScope): boolean {
    if (this.channels === 'all' || other.channels === 'all') return this.channels === other.channels
    return other.#granted && this.channels.join() === other.channels.join()
  }

  /** Returns an SQL condition. A single channel becomes an equality, which keeps the sort order of indexes usable. */
  condition(column: SQL): SQL {
    if (this.channels === 'all') return sql`true`
    const [only, ...more] = this.channels
    if (only !== undefined && more.length === 0) return sql`${column} = ${only}`
    return sql`${column} = any(${sql.param(this.channels)}::text[])`
  }
}
