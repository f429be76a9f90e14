/** What stands around the field to answer in; it comes with the first conversation that is opened. */
export { SuggestionBar } from '../suggestions/SuggestionBar.tsx'
export { AttachPictures } from './AttachPictures.tsx'
export { LengthCount } from './LengthCount.tsx'
export { QuotaNotice } from './QuotaNotice.tsx'
export { TakeOverButton, TakeOverChoice } from './TakeOverButton.tsx'
