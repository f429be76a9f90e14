import { parseUrl } from 'shared/contract/parse-url.ts'
export const isImageLink = (link: string): boolean =>
  /^https?:\/\/\S+$/i.test(link.trim()) && parseUrl(link.trim()) !== null
