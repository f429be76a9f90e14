/** Unknown paths below these prefixes are answered 404 as JSON. */
const PROGRAM_PREFIXES = [
  '/api',
  '/auth',
  '/kb',
  '/line',
  '/ws',
  '/healthz',
  '/readyz',
  '/metrics',
  '/media',
  '/p',
  '/docs',
  '/r',
  '/assets',
  '/static',
]

/** `/api`, `/api/x` and `/api?x` are for programs, `/apidae` is a page. */
export function isForPrograms(url: string): boolean {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return PROGRAM_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}
