import type { Exchange } from './exchange.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { LiveHub } from './live/hub.ts'
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

/** Everything that routes work with; made once per simulator in `simulator.ts`. */
export interface SimulatorContext {
  people: WorldStore
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
  /** Where this simulator is reached, without a slash at the end. Known once it listens. */
  publicUrl: () => string
  /** Where the desk is reached, without a slash at the end. */
  deskUrl: () => string
  /** The desk's public address of pictures, as it stands in what it sends; without a slash at the end. */
  publicMediaUrl: string | undefined
  settings: SettingsStore
  /** Is told of each call and each webhook; for tests. */
  observe: (exchange: Exchange) => void
}

/** A person's picture. `/large` and `/small` can be appended, as at LINE. */
export function pictureUrl(context: SimulatorContext, userId: string): string {
  return `${context.publicUrl()}/avatars/${userId}.svg`
}

/** The webhook endpoint of a channel. */
export function webhookEndpoint(context: SimulatorContext, channelKey: string): string {
  return context.settings.of(channelKey).endpoint ?? `${context.deskUrl()}/line/webhook/${channelKey}`
}
