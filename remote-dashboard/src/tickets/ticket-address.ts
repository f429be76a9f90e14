export const ticketAddress = (ticketId: string) => `/chat-queue?ticket=${encodeURIComponent(ticketId)}`

/**
 * Returns the URL of the queue, filtered by channel or assignee (an id, or `none` for unassigned), or ordered by the
 * longest wait.
 */
export const queueAddress = (of: { channel?: string; assignee?: string; order?: 'longest' }) =>
  `/chat-queue?${new URLSearchParams(of)}`
