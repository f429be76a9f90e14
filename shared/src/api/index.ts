import './zod-without-eval.ts'

export {
  DELIVERY_WAITS,
  deliveryErrorText,
  isUndelivered,
  isUnknownDelivery,
  isWithdrawn,
} from '../contract/messages/delivery.ts'
export { decodeServerEvent } from '../contract/realtime.ts'
export { apiBaseUrl } from '../session/api-url.ts'
export {
  ApiError,
  assigneeInError,
  hasErrorCode,
  isApiError,
  isMissingCall,
  isRetryable,
  statusOf,
} from './api-error.ts'
export { backoff } from './backoff.ts'
export { deskApi, onUnauthorized, reportUnauthorized, storedToken } from './desk-api.ts'
export { errorText, type Operation } from './error-texts.ts'
export { type AssigneeCalls, assigneeCalls } from './queries/assignee.ts'
export { channelsQuery } from './queries/channels.queries.ts'
export { type CustomerCalls, customerCalls, customerFamilyKey } from './queries/customers.ts'
export { type DashboardCalls, dashboardCalls } from './queries/dashboard.ts'
export { type KnowledgeCalls, knowledgeCalls } from './queries/knowledge.ts'
export { type MessageSearchCalls, messageSearchCalls } from './queries/message-search.ts'
export {
  fetchMessages,
  type MessagePage,
  type MessageRange,
  messageFamilyKey,
  messagesKey,
  postMessage,
  postSendNow,
  postWithdraw,
} from './queries/messages.queries.ts'
export { mentionsKey, type NoteCalls, noteCalls } from './queries/notes.ts'
export { agentsQuery } from './queries/staff.queries.ts'
export { subjectCalls } from './queries/subject.ts'
export { type SuggestionCalls, suggestionCalls, suggestionFamilyKey } from './queries/suggestions.ts'
export {
  fetchTicket,
  fetchTicketPage,
  postAccept,
  postClose,
  postRead,
  type TicketListQuery,
  type TicketPage,
  ticketKey,
  ticketListFamilyKey,
  ticketListQuery,
  ticketQuery,
} from './queries/tickets.queries.ts'
export { type UploadCalls, uploadCalls } from './queries/uploads.ts'
export { createDeskQueryClient } from './query-client.ts'
