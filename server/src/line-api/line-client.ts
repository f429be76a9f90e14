import { HTTPFetchError } from '@line/bot-sdk'
import { DeskError } from '../desk-error.ts'
import {
  type ContentResult,
  callForStream,
  contentFailure,
  contentOf,
  type TranscodingState,
  transcodingOf,
} from './line-content.ts'
import {
  failureTexts,
  type ProfileResult,
  profileFailure,
  profileOf,
  type SendResult,
  sendFailure,
  sentMessagesOf,
  tokenRefusal,
} from './line-response.ts'

/** Client for LINE requests of one channel. Failures are returned, never thrown. */
export interface LineChannel {
  /** Sends a PushMessageRequest as JSON. Requests with the same `retryKey` (a UUID) and body are delivered once. */
  push(body: string, retryKey: string): Promise<SendResult>
  /** Sends a ReplyMessageRequest as JSON. LINE accepts a reply token only once, and the outcome cannot be queried. */
  reply(body: string): Promise<SendResult>
  /** Shows the customer a typing indicator for 10 s. Returns undefined, or the reason of a failure. */
  showTyping(userId: string): Promise<string | undefined>
  /** Marks messages as read, up to the one with this token. Returns undefined, or the reason of a failure. */
  markAsRead(token: string): Promise<string | undefined>
  profile(userId: string): Promise<ProfileResult>
  /** Requests a message's content. The caller must read or destroy the returned stream. */
  content(messageId: string): Promise<ContentResult>
  contentPreview(messageId: string): Promise<ContentResult>
  transcoding(messageId: string): Promise<TranscodingState>
}

export interface LineClients {
  /** Throws channel_not_found. When the channel is removed later, its requests fail without reaching LINE. */
  forChannel(channelKey: string): Promise<LineChannel>
}

interface ChannelToken {
  token: string
  isRefused: boolean
}

export interface ChannelTokens {
  /** Returns the access token, `removed` when the channel is no longer connected, or undefined when it is unknown. */
  find(channelKey: string): Promise<ChannelToken | 'removed' | undefined>
  /** Records a refused token. Never throws, because LINE's response must be returned even when this fails. */
  recordRefused(channelKey: string, token: string, reason: string): Promise<void>
  recordAccepted(channelKey: string, token: string): Promise<void>
}

type AnsweredCall = 'send' | 'content' | 'other'

export interface LineClientOptions {
  tokens: ChannelTokens
  onAnswered?: (channelKey: string, call: AnsweredCall) => void
  apiUrl: string
  /** Base URL of message contents, without a trailing slash. */
  dataApiUrl: string
  sendTimeoutMs?: number
  briefTimeoutMs?: number
  contentTimeoutMs?: number
  /** Maximum time without data while content is downloaded, in milliseconds. */
  contentSilenceMs?: number
}

const SEND_TIMEOUT_MS = 10_000
const BRIEF_TIMEOUT_MS = 3_000
/** Duration of the typing indicator in seconds. LINE accepts multiples of five and has no call to end it. */
const TYPING_S = 10
const CONTENT_TIMEOUT_MS = 10_000
const CONTENT_SILENCE_MS = 20_000

const WAS_REMOVED = 'the channel was removed'
const removed = async (): Promise<SendResult> => ({
  kind: 'rejected',
  code: 'channel_removed',
  message: WAS_REMOVED,
})
const REMOVED: LineChannel = {
  push: removed,
  reply: removed,
  showTyping: async () => WAS_REMOVED,
  markAsRead: async () => WAS_REMOVED,
  profile: async () => ({ kind: 'unknown' }),
  content: async () => ({ kind: 'gone', reason: 'channel_removed', message: WAS_REMOVED }),
  contentPreview: async () => ({ kind: 'gone', reason: 'channel_removed', message: WAS_REMOVED }),
  transcoding: async () => 'unknown',
}

export function createLineClients(options: LineClientOptions): LineClients {
  const cached = new Map<string, { known: ChannelToken; channel: LineChannel }>()
  return {
    async forChannel(channelKey) {
      const found = await options.tokens.find(channelKey)
      if (found === undefined) throw new DeskError('channel_not_found')
      if (found === 'removed') return REMOVED
      const before = cached.get(channelKey)
      if (before?.known.token === found.token) {
        before.known.isRefused = found.isRefused
        return before.channel
      }
      const channel = createLineChannel(channelKey, found, options)
      cached.set(channelKey, { known: found, channel })
      return channel
    },
  }
}

function createLineChannel(channelKey: string, known: ChannelToken, options: LineClientOptions): LineChannel {
  const { token } = known
  const { onAnswered = () => {} } = options
  /** Records that LINE responded to a request, and whether LINE accepted the access token. */
  async function noted<T>(calling: Promise<T>, kind: AnsweredCall): Promise<T> {
    const response = await calling.catch(async (error: unknown) => {
      const reason = tokenRefusal(error)
      if (reason !== undefined && !known.isRefused) {
        known.isRefused = true
        await options.tokens.recordRefused(channelKey, token, reason)
      }
      throw error
    })
    if (known.isRefused) {
      known.isRefused = false
      await options.tokens.recordAccepted(channelKey, token)
    }
    onAnswered(channelKey, kind)
    return response
  }
  const call = (timeoutMs: number, kind: AnsweredCall) => (path: string, init: RequestInit) =>
    noted(callLine(new URL(path, options.apiUrl), token, timeoutMs, init), kind)
  const contentUrl = (messageId: string, part: string) =>
    new URL(`/v2/bot/message/${encodeURIComponent(messageId)}/content${part}`, options.dataApiUrl)
  const responseMs = options.contentTimeoutMs ?? CONTENT_TIMEOUT_MS
  const silenceMs = options.contentSilenceMs ?? CONTENT_SILENCE_MS
  async function content(messageId: string, part: string): Promise<ContentResult> {
    try {
      return contentOf(
        await noted(callForStream(contentUrl(messageId, part), token, { responseMs, silenceMs }), 'content'),
      )
    } catch (error) {
      return contentFailure(error)
    }
  }
  const callToSend = call(options.sendTimeoutMs ?? SEND_TIMEOUT_MS, 'send')
  const callBriefly = call(options.briefTimeoutMs ?? BRIEF_TIMEOUT_MS, 'other')
  async function send(way: string, body: string, headers: Record<string, string> = {}): Promise<SendResult> {
    try {
      const { response, headers: answered } = await callToSend(`/v2/bot/message/${way}`, post(body, headers))
      return {
        kind: 'accepted',
        requestId: answered.get('x-line-request-id'),
        sentMessages: sentMessagesOf(response),
      }
    } catch (error) {
      const result = sendFailure(error)
      if (result.kind === 'accepted') onAnswered(channelKey, 'send')
      return result
    }
  }
  async function postChat(what: string, body: object): Promise<string | undefined> {
    try {
      await callBriefly(`/v2/bot/chat/${what}`, post(JSON.stringify(body)))
      return undefined
    } catch (error) {
      return failureTexts(error)
    }
  }
  return {
    push: (body, retryKey) => send('push', body, { 'x-line-retry-key': retryKey }),
    reply: (body) => send('reply', body),
    showTyping: (chatId) => postChat('loading/start', { chatId, loadingSeconds: TYPING_S }),
    markAsRead: (markAsReadToken) => postChat('markAsRead', { markAsReadToken }),
    async profile(userId) {
      try {
        const { response } = await callBriefly(`/v2/bot/profile/${encodeURIComponent(userId)}`, {})
        return profileOf(response)
      } catch (error) {
        return profileFailure(error)
      }
    },
    content: (messageId) => content(messageId, ''),
    contentPreview: (messageId) => content(messageId, '/preview'),
    async transcoding(messageId) {
      try {
        const url = contentUrl(messageId, '/transcoding')
        const { response } = await noted(callLine(url, token, responseMs, {}), 'other')
        return transcodingOf(response)
      } catch {
        return 'unknown'
      }
    },
  }
}

const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body,
})

/** Replaces the SDK's own calls, which have no timeout and cannot be aborted. Throws the SDK's errors. */
async function callLine(
  url: URL,
  token: string,
  timeoutMs: number,
  init: RequestInit,
): Promise<{ response: unknown; headers: Headers }> {
  const response = await fetch(url, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(timeoutMs),
  })
  // The timeout also limits reading the response body.
  const text = await response.text()
  const { status, statusText, headers } = response
  if (!response.ok)
    throw new HTTPFetchError(`${status} - ${statusText}`, { status, statusText, headers, body: text })
  return { response: JSON.parse(text), headers }
}
