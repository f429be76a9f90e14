import type { LineChannel, LineClients } from '../line-api/line-client.ts'

/**
 * LINE channel for tests, which override its methods. By default it accepts pushes, refuses reply tokens (so that every
 * message is pushed) and returns no profiles.
 */
export const MockLineChannel: LineChannel = {
  push: async () => ({ kind: 'accepted', requestId: null, sentMessages: [] }),
  reply: async () => ({ kind: 'token_refused', message: '400 Invalid reply token' }),
  showTyping: async () => undefined,
  markAsRead: async () => undefined,
  profile: async () => ({ kind: 'unknown' }),
  content: async () => ({ kind: 'gone', reason: 'not_found', message: '404 not found' }),
  contentPreview: async () => ({ kind: 'gone', reason: 'not_found', message: '404 not found' }),
  transcoding: async () => 'unknown',
}

/** Returns LINE clients for any channel, with these methods in place of the defaults. */
export function mockLine(parts: Partial<LineChannel>): LineClients {
  const channel = { ...MockLineChannel, ...parts }
  return { forChannel: async () => channel }
}
