/** Settings that operators have in LINE's console and LINE Official Account Manager for a channel. */
interface ChannelSettings {
  /** An endpoint other than the desk's default. */
  endpoint: string | undefined
  redelivery: boolean
  /** Push messages per month; 'none' for unlimited. */
  quota: number | 'none'
  /** Chat is enabled in LINE Official Account Manager: customers' messages are only read when marked as read. */
  chat: boolean
  /** Another bot module owns the conversation: events have no reply token. */
  standby: boolean
}

const DEFAULT_MONTHLY_QUOTA = 1_000_000

/** One channel of the world has chat enabled, the others have it disabled; one has no limit. */
function defaultsOf(key: string): ChannelSettings {
  return {
    endpoint: undefined,
    redelivery: false,
    quota: key === 'vip' ? 'none' : DEFAULT_MONTHLY_QUOTA,
    chat: key === 'vip',
    standby: false,
  }
}

/** Settings by channel key; reset to the defaults on restart. */
export class SettingsStore {
  private readonly changed = new Map<string, ChannelSettings>()

  of(key: string): Readonly<ChannelSettings> {
    return this.changed.get(key) ?? defaultsOf(key)
  }

  change(key: string, fields: Partial<ChannelSettings>): void {
    this.changed.set(key, { ...this.of(key), ...fields })
  }

  defaultQuota(key: string): number | 'none' {
    return defaultsOf(key).quota
  }
}
