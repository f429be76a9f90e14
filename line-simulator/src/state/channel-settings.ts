/** What LINE's console and LINE Official Account Manager let an operator change for an account. */
interface ChannelSettings {
  /** An endpoint other than the desk's usual one. */
  endpoint: string | undefined
  /** Whether webhooks that failed are sent again. */
  redelivery: boolean
  /** Push messages a month; 'none' for no limit. */
  quota: number | 'none'
  /** Chat switched on in LINE Official Account Manager: customers' messages are then read when somebody marks them so. */
  chat: boolean
  /** Another bot module has the conversation: events come without a reply token. */
  standby: boolean
}

const DEFAULT_MONTHLY_QUOTA = 1_000_000

/** One account of the world reads by hand, the others have chat switched off; one has no limit. */
function defaultsOf(key: string): ChannelSettings {
  return {
    endpoint: undefined,
    redelivery: false,
    quota: key === 'vip' ? 'none' : DEFAULT_MONTHLY_QUOTA,
    chat: key === 'vip',
    standby: false,
  }
}

/** Settings by channel key; back to the defaults after a restart. */
export class SettingsStore {
  private readonly changed = new Map<string, ChannelSettings>()

  of(key: string): Readonly<ChannelSettings> {
    return this.changed.get(key) ?? defaultsOf(key)
  }

  change(key: string, fields: Partial<ChannelSettings>): void {
    this.changed.set(key, { ...this.of(key), ...fields })
  }

  /** The quota of a new world's channel of that key. */
  defaultQuota(key: string): number | 'none' {
    return defaultsOf(key).quota
  }
}
