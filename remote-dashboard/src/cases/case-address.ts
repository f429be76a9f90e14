/** Where any page opens a case beside the queue. */
export const caseAddress = (ticketId: string) => `/chat-queue?ticket=${encodeURIComponent(ticketId)}`

/** The queue of an official account, of a person (by id; `none`: of nobody), or all of it, also with who waits longest first. */
export const queueAddress = (of: { channel?: string; assignee?: string; order?: 'longest' }) =>
  `/chat-queue?${new URLSearchParams(of)}`
