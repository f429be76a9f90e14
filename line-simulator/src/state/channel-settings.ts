interface ChannelSettings {
  /** Undefined for the desk's default. */
  endpoint: string | undefined
  redelivery: boolean
  /** Per month. */
  quota: number | 'none'
  /** Chat is enabled in LINE's manager: messages are then read only when the bot marks them. */
  chat: boolean
  /** Another module controls the conversation: events then have no reply token. */
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

/** A restart resets the settings to the defaults. */
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
