export const ticketAddress = (ticketId: string) => `/chat-queue?ticket=${encodeURIComponent(ticketId)}`

/** Returns the queue's URL for a list of tickets. `assignee` is an id, or `none` for unassigned. */
export const queueAddress = (of: { channel?: string; assignee?: string; order?: 'longest' }) =>
  `/chat-queue?${new URLSearchParams(of)}`
