/** Header components other than accept and close. A separate chunk, loaded with the first conversation. */

export { QuickClose } from './QuickClose.tsx'
export { SubjectMenu } from './SubjectMenu.tsx'
export { TicketMenu } from './TicketMenu.tsx'
export { WhoIsHere } from './WhoIsHere.tsx'
