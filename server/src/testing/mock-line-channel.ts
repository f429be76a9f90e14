import type { LineChannel, LineClients } from '../line-api/client.ts'

/**
 * LINE channel that accepts pushes, refuses reply tokens (so that all messages are pushed) and knows no profiles;
 * tests override its methods.
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

/** Returns LINE clients whose channels all have these methods. */
export function mockLine(parts: Partial<LineChannel>): LineClients {
  const channel = { ...MockLineChannel, ...parts }
  return { forChannel: async () => channel }
}
