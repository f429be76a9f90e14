import type { LineChannel } from '../line-api/client.ts'

/** An official account that takes what is pushed and knows nothing of anybody; a test puts its own calls in place of these. */
export const MockLineChannel: LineChannel = {
  push: async () => ({ kind: 'accepted', requestId: null, lineMessageIds: [] }),
  profile: async () => ({ kind: 'unknown' }),
  content: async () => ({ kind: 'gone', reason: 'not_found', message: '404 not found' }),
  contentPreview: async () => ({ kind: 'gone', reason: 'not_found', message: '404 not found' }),
  transcoding: async () => 'unknown',
}
