/** What can be done from the header beside accepting and closing; it comes with the first conversation that is opened. */
export { CaseMenu } from './CaseMenu.tsx'
export { QuickClose } from './QuickClose.tsx'
export { SubjectMenu } from './SubjectMenu.tsx'
export { WhoIsHere } from './WhoIsHere.tsx'
