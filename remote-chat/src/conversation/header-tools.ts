/** Header components other than accept and close. A separate chunk, loaded with the first conversation. */
export { CaseMenu } from './CaseMenu.tsx'
export { QuickClose } from './QuickClose.tsx'
export { SubjectMenu } from './SubjectMenu.tsx'
export { WhoIsHere } from './WhoIsHere.tsx'
