import type { LineChannel, LineClients } from '../line-api/client.ts'

/**
 * An official account that takes what is pushed, refuses reply tokens (so that all is pushed) and knows nothing of anybody; a test puts
 * its own calls in place of these.
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

/** Such accounts, all with these calls in place of the mock's. */
export function mockLine(parts: Partial<LineChannel>): LineClients {
  const channel = { ...MockLineChannel, ...parts }
  return { forChannel: async () => channel }
}
