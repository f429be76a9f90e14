import { HTTPFetchError, messagingApi } from '@line/bot-sdk'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { DeskError } from '../errors.ts'
import { type ProfileResult, type PushResult, profileFailure, profileOf, pushFailure } from './line-answer.ts'

/** What the desk says to LINE in the name of one official account. Failures are values, never thrown. */
export interface LineChannel {
  /** Sends up to five messages. The same `retryKey` (a UUID) with the same messages sends them once, however often it is called. */
  push(to: string, messages: messagingApi.Message[], retryKey: string): Promise<PushResult>
  profile(userId: string): Promise<ProfileResult>
}

/** The door to LINE's Messaging API. */
export interface LineClients {
  /** Throws channel_not_found. A new access token counts from the next call on. */
  forChannel(channelKey: string): Promise<LineChannel>
}

export interface LineClientOptions {
  db: Db
  /** Without a trailing slash. */
  apiUrl: string
  pushTimeoutMs?: number
  profileTimeoutMs?: number
}

const PUSH_TIMEOUT_MS = 10_000
const PROFILE_TIMEOUT_MS = 3_000

export function createLineClients(options: LineClientOptions): LineClients {
  const kept = new Map<string, { token: string; channel: LineChannel }>()
  return {
    async forChannel(channelKey) {
      const found = await options.db.execute<{ access_token: string }>(
        sql`select access_token from channels where key = ${channelKey}`,
      )
      const token = found.rows[0]?.access_token
      if (token === undefined) throw new DeskError('channel_not_found')
      const known = kept.get(channelKey)
      if (known?.token === token) return known.channel
      const channel = createLineChannel(token, options)
      kept.set(channelKey, { token, channel })
      return channel
    },
  }
}

function createLineChannel(token: string, options: LineClientOptions): LineChannel {
  const api = new messagingApi.MessagingApiClient({ channelAccessToken: token, baseURL: options.apiUrl })
  const pushTimeout = options.pushTimeoutMs ?? PUSH_TIMEOUT_MS
  const profileTimeout = options.profileTimeoutMs ?? PROFILE_TIMEOUT_MS
  return {
    async push(to, messages, retryKey) {
      try {
        return await pushMessage(options.apiUrl, token, { to, messages }, retryKey, pushTimeout)
      } catch (error) {
        return pushFailure(error)
      }
    },
    async profile(userId) {
      try {
        return profileOf(await within(profileTimeout, api.getProfile(userId)))
      } catch (error) {
        return profileFailure(error)
      }
    },
  }
}

/**
 * The SDK's own call knows no time-out and cannot be broken off: one that LINE does not answer would go on behind our back. Throws
 * as the SDK does.
 */
async function pushMessage(
  apiUrl: string,
  token: string,
  body: messagingApi.PushMessageRequest,
  retryKey: string,
  timeoutMs: number,
): Promise<PushResult> {
  const response = await fetch(new URL('/v2/bot/message/push', apiUrl), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-line-retry-key': retryKey,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  })
  // The time counts until the answer is whole.
  const text = await response.text()
  const { status, statusText, headers } = response
  if (!response.ok)
    throw new HTTPFetchError(`${status} - ${statusText}`, { status, statusText, headers, body: text })
  const answer = JSON.parse(text) as Partial<messagingApi.PushMessageResponse>
  return {
    kind: 'accepted',
    requestId: headers.get('x-line-request-id'),
    lineMessageIds: (answer.sentMessages ?? []).map(({ id }) => id),
  }
}

/** For reading, which may go on unheard: we stop waiting for what the SDK cannot break off. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`LINE did not answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}
