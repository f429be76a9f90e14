interface ChannelSettings {
  /** Webhook URL; undefined for the desk's default. */
  endpoint: string | undefined
  redelivery: boolean
  /** Maximum number of pushes per month. */
  quota: number | 'none'
  /** True when chat is enabled in LINE's manager: messages are then read only when the bot marks them. */
  chat: boolean
  /** True when another module controls the conversation: events then have no reply token. */
  standby: boolean
}

const DEFAULT_MONTHLY_QUOTA = 1_000_000

function defaultsOf(key: string): ChannelSettings {
  return {
    endpoint: undefined,
    redelivery: false,
    quota: key === 'vip' ? 'none' : DEFAULT_MONTHLY_QUOTA,
    chat: key === 'vip',
    standby: false,
  }
}

/** Settings of the channels. A restart resets them to the defaults. */
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
