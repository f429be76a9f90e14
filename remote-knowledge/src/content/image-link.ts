import { parseUrl } from 'shared/contract/parse-url.ts'
/** Returns true for an http(s) URL. */
export const isImageLink = (link: string): boolean =>
  /^https?:\/\/\S+$/i.test(link.trim()) && parseUrl(link.trim()) !== null
