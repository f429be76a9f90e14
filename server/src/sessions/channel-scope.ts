import { type SQL, sql } from 'drizzle-orm'
import { DeskError } from '../desk-error.ts'

/**
 * The official accounts that a signed-in person was found to have a right to. Stores that read for a person take one of these,
 * so that a list of keys out of a request, or none at all, does not compile. Only the session's check makes it (`granted`);
 * everyone else can only make it narrower.
 */
export class ChannelScope {
  /** `all`, also those that are connected later; or these, and an empty list is no right at all. */
  readonly channels: 'all' | readonly string[]
  /** Makes the type nominal: an object of the same shape is none. */
  readonly #granted = true

  private constructor(channels: 'all' | readonly string[]) {
    this.channels = channels
  }

  /** From what the database says of a person. */
  static granted(rights: { allChannels: boolean; channelKeys: readonly string[] }): ChannelScope {
    return new ChannelScope(rights.allChannels ? 'all' : [...new Set(rights.channelKeys)].sort())
  }

  get isEmpty(): boolean {
    return this.channels.length === 0
  }

  includes(channelKey: string): boolean {
    return this.channels === 'all' || this.channels.includes(channelKey)
  }

  /** These alone. Throws `forbidden_channel` when one of them is not within. */
  narrowTo(channelKeys: readonly string[]): ChannelScope {
    if (!channelKeys.every((key) => this.includes(key))) throw new DeskError('forbidden_channel')
    return new ChannelScope([...new Set(channelKeys)].sort())
  }

  equals(other: ChannelScope): boolean {
    if (this.channels === 'all' || other.channels === 'all') return this.channels === other.channels
    return other.#granted && this.channels.join() === other.channels.join()
  }

  /** What holds for a column of channel keys. One channel is an equality, so that indexes that begin with it keep their order. */
  condition(column: SQL): SQL {
    if (this.channels === 'all') return sql`true`
    const [only, ...more] = this.channels
    if (only !== undefined && more.length === 0) return sql`${column} = ${only}`
    return sql`${column} = any(${sql.param(this.channels)}::text[])`
  }
}
