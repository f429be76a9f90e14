/** What can be done from the header beside accepting and closing; it comes with the first conversation that is opened. */
export { FindMessagesButton } from '../search/FindMessagesButton.tsx'
export { CaseMenu } from './CaseMenu.tsx'
export { OfflineSign } from './OfflineSign.tsx'
export { QuickClose } from './QuickClose.tsx'
export { SubjectMenu } from './SubjectMenu.tsx'
