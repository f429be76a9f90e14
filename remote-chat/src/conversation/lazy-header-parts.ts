/** This module is a separate chunk, loaded with the first conversation. */

export { CloseAfterThanks } from './CloseAfterThanks.tsx'
export { ConversationPresence } from './ConversationPresence.tsx'
export { SubjectMenu } from './SubjectMenu.tsx'
export { TicketMenu } from './TicketMenu.tsx'
