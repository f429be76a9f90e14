/** Header components other than accept and close. A separate chunk, loaded with the first conversation. */

export { ConversationPresence } from './ConversationPresence.tsx'
export { QuickClose } from './QuickClose.tsx'
export { SubjectMenu } from './SubjectMenu.tsx'
export { TicketMenu } from './TicketMenu.tsx'
