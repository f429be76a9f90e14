/** This module is a separate chunk, loaded with the first conversation. */

export { NoteComposer } from '../notes/NoteComposer.tsx'
export { ReplyOrNoteTabs } from '../notes/ReplyOrNoteTabs.tsx'
export { CharacterCount } from '../outbox/CharacterCount.tsx'
export { SuggestionBar } from '../suggestions/SuggestionBar.tsx'
export { AttachImages } from './AttachImages.tsx'
export { QuotaNotice } from './QuotaNotice.tsx'
export { TakeOverButton, TakeOverChoice } from './TakeOverButton.tsx'
