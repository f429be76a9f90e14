import { HTTPFetchError, type messagingApi } from '@line/bot-sdk'
import { DeskError } from '../desk-error.ts'
import {
  type ProfileResult,
  type PushResult,
  profileFailure,
  profileOf,
  pushFailure,
  tokenRefusal,
} from './line-answer.ts'
import {
  type ContentResult,
  callForStream,
  contentFailure,
  contentOf,
  type TranscodingState,
  transcodingOf,
} from './line-content.ts'

/** What the desk says to LINE in the name of one official account. Failures are values, never thrown. */
export interface LineChannel {
  /** Sends up to five messages. The same `retryKey` (a UUID) with the same messages sends them once, however often it is called. */
  push(to: string, messages: messagingApi.Message[], retryKey: string): Promise<PushResult>
  profile(userId: string): Promise<ProfileResult>
  /** What a customer has sent, as it is. The body is a stream of any length, which the caller reads or destroys. */
  content(messageId: string): Promise<ContentResult>
  /** A small picture of an image or a video that a customer has sent. */
  contentPreview(messageId: string): Promise<ContentResult>
  /** Of a video or a voice message that is not ready. */
  transcoding(messageId: string): Promise<TranscodingState>
}

/** The door to LINE's Messaging API. */
export interface LineClients {
  /** Throws channel_not_found. A new access token counts from the next call on; in the name of one that was removed nothing is said. */
  forChannel(channelKey: string): Promise<LineChannel>
}

/** A channel access token as it is kept, and whether LINE has refused it last. */
interface ChannelToken {
  token: string
  isRefused: boolean
}

/** Where tokens are kept, with what LINE says of them, so that one that was revoked is seen. */
export interface ChannelTokens {
  /** `removed`: the account is no longer connected; undefined: there is none. */
  find(channelKey: string): Promise<ChannelToken | 'removed' | undefined>
  /** Never throws: what LINE has answered counts whether it can be written down or not. */
  noteRefused(channelKey: string, token: string, reason: string): Promise<void>
  noteAccepted(channelKey: string, token: string): Promise<void>
}

export interface LineClientOptions {
  tokens: ChannelTokens
  /** Without a trailing slash. */
  apiUrl: string
  /** Where contents are; without a trailing slash. */
  dataApiUrl: string
  pushTimeoutMs?: number
  profileTimeoutMs?: number
  contentTimeoutMs?: number
  /** How long a content may stay silent while it comes. */
  contentSilenceMs?: number
}

const PUSH_TIMEOUT_MS = 10_000
const PROFILE_TIMEOUT_MS = 3_000
const CONTENT_TIMEOUT_MS = 10_000
const CONTENT_SILENCE_MS = 20_000

const REMOVED: LineChannel = {
  push: async () => ({
    kind: 'rejected',
    code: 'channel_removed',
    message: 'the official account was removed',
  }),
  profile: async () => ({ kind: 'unknown' }),
  content: async () => ({ kind: 'refused', message: 'the official account was removed' }),
  contentPreview: async () => ({ kind: 'refused', message: 'the official account was removed' }),
  transcoding: async () => 'unknown',
}

export function createLineClients(options: LineClientOptions): LineClients {
  const kept = new Map<string, { known: ChannelToken; channel: LineChannel }>()
  return {
    async forChannel(channelKey) {
      const found = await options.tokens.find(channelKey)
      if (found === undefined) throw new DeskError('channel_not_found')
      if (found === 'removed') return REMOVED
      const before = kept.get(channelKey)
      if (before?.known.token === found.token) {
        before.known.isRefused = found.isRefused
        return before.channel
      }
      const channel = createLineChannel(channelKey, found, options)
      kept.set(channelKey, { known: found, channel })
      return channel
    },
  }
}

function createLineChannel(channelKey: string, known: ChannelToken, options: LineClientOptions): LineChannel {
  const { token } = known
  /** Notes what LINE says of the token by its answer to any call. */
  async function noted<T>(calling: Promise<T>): Promise<T> {
    const answer = await calling.catch(async (error: unknown) => {
      const reason = tokenRefusal(error)
      if (reason !== undefined && !known.isRefused) {
        known.isRefused = true
        await options.tokens.noteRefused(channelKey, token, reason)
      }
      throw error
    })
    if (known.isRefused) {
      known.isRefused = false
      await options.tokens.noteAccepted(channelKey, token)
    }
    return answer
  }
  const call = (timeoutMs: number) => (path: string, init: RequestInit) =>
    noted(callLine(new URL(path, options.apiUrl), token, timeoutMs, init))
  const contentUrl = (messageId: string, part: string) =>
    new URL(`/v2/bot/message/${encodeURIComponent(messageId)}/content${part}`, options.dataApiUrl)
  const answerMs = options.contentTimeoutMs ?? CONTENT_TIMEOUT_MS
  const silenceMs = options.contentSilenceMs ?? CONTENT_SILENCE_MS
  async function content(messageId: string, part: string): Promise<ContentResult> {
    try {
      return contentOf(
        await noted(callForStream(contentUrl(messageId, part), token, { answerMs, silenceMs })),
      )
    } catch (error) {
      return contentFailure(error)
    }
  }
  const callToPush = call(options.pushTimeoutMs ?? PUSH_TIMEOUT_MS)
  const callForProfile = call(options.profileTimeoutMs ?? PROFILE_TIMEOUT_MS)
  return {
    async push(to, messages, retryKey) {
      try {
        return await pushMessage(callToPush, { to, messages }, retryKey)
      } catch (error) {
        return pushFailure(error)
      }
    },
    async profile(userId) {
      try {
        const { answer } = await callForProfile(`/v2/bot/profile/${encodeURIComponent(userId)}`, {})
        return profileOf(answer)
      } catch (error) {
        return profileFailure(error)
      }
    },
    content: (messageId) => content(messageId, ''),
    contentPreview: (messageId) => content(messageId, '/preview'),
    async transcoding(messageId) {
      try {
        const url = contentUrl(messageId, '/transcoding')
        const { answer } = await noted(callLine(url, token, answerMs, {}))
        return transcodingOf(answer)
      } catch {
        return 'unknown'
      }
    },
  }
}

async function pushMessage(
  call: (path: string, init: RequestInit) => Promise<{ answer: unknown; headers: Headers }>,
  body: messagingApi.PushMessageRequest,
  retryKey: string,
): Promise<PushResult> {
  const { answer, headers } = await call('/v2/bot/message/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-line-retry-key': retryKey },
    body: JSON.stringify(body),
  })
  return {
    kind: 'accepted',
    requestId: headers.get('x-line-request-id'),
    lineMessageIds: ((answer as Partial<messagingApi.PushMessageResponse>).sentMessages ?? []).map(
      ({ id }) => id,
    ),
  }
}

/**
 * Calls LINE. The SDK's own calls know no time-out and cannot be broken off: one that LINE does not answer would go on behind our
 * back. Throws as the SDK does.
 */
async function callLine(
  url: URL,
  token: string,
  timeoutMs: number,
  init: RequestInit,
): Promise<{ answer: unknown; headers: Headers }> {
  const response = await fetch(url, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(timeoutMs),
  })
  // The time counts until the answer is whole.
  const text = await response.text()
  const { status, statusText, headers } = response
  if (!response.ok)
    throw new HTTPFetchError(`${status} - ${statusText}`, { status, statusText, headers, body: text })
  return { answer: JSON.parse(text), headers }
}
