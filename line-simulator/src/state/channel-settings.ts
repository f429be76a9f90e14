/** Settings of a channel in LINE's console and LINE Official Account Manager. */
interface ChannelSettings {
  /** URL of the webhook endpoint; undefined for the desk's default. */
  endpoint: string | undefined
  redelivery: boolean
  /** Number of push messages per month; 'none' for unlimited. */
  quota: number | 'none'
  /** True when chat is enabled in LINE's manager: messages are then read only when the bot marks them. */
  chat: boolean
  /** True when another module controls the conversation: events then have no reply token. */
  standby: boolean
}

const DEFAULT_MONTHLY_QUOTA = 1_000_000

/**
 * Default settings. Chat is enabled for one channel and disabled for the others; one channel has an unlimited quota.
 */
function defaultsOf(key: string): ChannelSettings {
  return {
    endpoint: undefined,
    redelivery: false,
    quota: key === 'vip' ? 'none' : DEFAULT_MONTHLY_QUOTA,
    chat: key === 'vip',
    standby: false,
  }
}

/** Settings by channel key. A restart resets the settings to the defaults. */
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
