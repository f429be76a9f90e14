import { SERVER_SEGMENTS } from 'shared/federation/route-conflicts.ts'

/** Returns true for `/api`, `/api/x` and `/api?x`, but not for `/apidae`, which is a page. */
export function isProgramPath(url: string): boolean {
  const [, first = ''] = (url.split(/[?#]/, 1)[0] ?? '').split('/')
  return url.startsWith('/') && SERVER_SEGMENTS.includes(first)
}
