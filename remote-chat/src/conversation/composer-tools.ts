/** What stands around the field to answer in, and the field for notes; it comes with the first conversation that is opened. */
export { FieldSwitch } from '../notes/FieldSwitch.tsx'
export { NoteComposer } from '../notes/NoteComposer.tsx'
export { LengthCount } from '../outbox/LengthCount.tsx'
export { SuggestionBar } from '../suggestions/SuggestionBar.tsx'
export { AttachPictures } from './AttachPictures.tsx'
export { QuotaNotice } from './QuotaNotice.tsx'
export { TakeOverButton, TakeOverChoice } from './TakeOverButton.tsx'
