import type { Ledger } from './ledger/ledger.ts'
import type { LiveHub } from './live/live-hub.ts'
import type { Exchange } from './observe-calls.ts'
import type { AccessTokens } from './state/access-tokens.ts'
import type { SettingsStore } from './state/channel-settings.ts'
import type { ContentStore } from './state/content.store.ts'
import type { Faults } from './state/faults.ts'
import type { LoginSessions } from './state/login-sessions.ts'
import type { MessageTokens } from './state/message-tokens.ts'
import type { ReplyTokens } from './state/reply-tokens.ts'
import type { WebhookDispatcher } from './webhooks/dispatcher.ts'
import type { Entropy, MessageIds } from './world/ids.ts'
import type { WorldStore } from './world/world.store.ts'

export interface SimulatorContext {
  worldStore: WorldStore
  ledger: Ledger
  faults: Faults
  live: LiveHub
  tokens: AccessTokens
  messageTokens: MessageTokens
  logins: LoginSessions
  replyTokens: ReplyTokens
  content: ContentStore
  dispatcher: WebhookDispatcher
  messageIds: MessageIds
  entropy: Entropy
  now: () => number
  /** Public URL of the simulator without a trailing slash. It is known only after the simulator has started. */
  publicUrl: () => string
  deskUrl: () => string
  /** Public base URL of the images that the desk sends, without a trailing slash. */
  publicMediaUrl: string | undefined
  settings: SettingsStore
  observe: (exchange: Exchange) => void
}

/** Returns the URL of a profile image. As at LINE, `/large` and `/small` can be appended. */
export function pictureUrl(context: SimulatorContext, userId: string): string {
  return `${context.publicUrl()}/avatars/${userId}.svg`
}

export function webhookEndpoint(context: SimulatorContext, channelKey: string): string {
  return context.settings.of(channelKey).endpoint ?? `${context.deskUrl()}/line/webhook/${channelKey}`
}
