import { parseUrl } from 'shared/contract/parse-url.ts'
/** Whether an address is one of a picture that can be shown and sent. */
export const isPictureLink = (link: string): boolean =>
  /^https?:\/\/\S+$/i.test(link.trim()) && parseUrl(link.trim()) !== null
