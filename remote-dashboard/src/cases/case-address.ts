/** Where any page opens a case beside the queue. */
export const caseAddress = (ticketId: string) => `/chat-queue?ticket=${encodeURIComponent(ticketId)}`
