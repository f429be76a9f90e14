/** Path prefixes for programs, below which unknown paths return 404 as JSON instead of a page. */
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

/** Returns true for `/api`, `/api/x` and `/api?x`, but not for `/apidae`, which is a page. */
export function isProgramPath(url: string): boolean {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return PROGRAM_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}
