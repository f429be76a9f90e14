import { LOGIN_CALLBACK_PATH, LOGIN_PATH } from '../contract/constants.ts'
import type { RemoteDeclaration } from './remote-manifest.ts'

/** First path segments of the server's programs, below which unknown paths return 404 as JSON instead of a page. */
export const SERVER_SEGMENTS = [
  'api',
  'assets',
  'auth',
  'docs',
  'healthz',
  'kb',
  'line',
  'media',
  'metrics',
  'p',
  'r',
  'readyz',
  'static',
  'ws',
]
const HOST_SEGMENTS = [LOGIN_PATH.slice(1), LOGIN_CALLBACK_PATH.slice(1), 'profile']

type Routes = Pick<RemoteDeclaration, 'id' | 'owner' | 'routes'>

/**
 * Returns why two routes match the same URLs, or why a route is not for remotes, with the owners. Empty when the routes
 * of the remotes exclude each other, so that their order does not matter.
 */
export function routeConflicts(remotes: readonly Routes[]): string[] {
  const all = remotes.flatMap(({ id, owner, routes }) =>
    routes.map(({ path }) => ({ path, name: `${path} of ${id} (${owner})` })),
  )
  return all.flatMap((route, index) => {
    const reserved = reservedFor(route.path)
    return [
      ...(reserved === undefined ? [] : [`the route ${route.name} is a path of the ${reserved}`]),
      ...all
        .slice(0, index)
        .filter(({ path }) => overlap(path, route.path))
        .map(({ name }) => `the routes ${name} and ${route.name} match the same URLs`),
    ]
  })
}

function reservedFor(path: string): 'server' | 'host' | undefined {
  const [first = ''] = segmentsOf(path)
  if (SERVER_SEGMENTS.includes(first)) return 'server'
  return HOST_SEGMENTS.includes(first) ? 'host' : undefined
}

/** Only the first segment of a route is plain text, see `ROUTE_PATH`. */
function overlap(one: string, other: string): boolean {
  const routes = [segmentsOf(one), segmentsOf(other)]
  if (routes[0]?.[0] !== routes[1]?.[0]) return false
  const fewest = routes.map((segments) => segments.filter((segment) => !segment.endsWith('?')).length)
  return Math.max(...fewest) <= Math.min(...routes.map((segments) => segments.length))
}

/** Lower case, because React Router ignores it. */
const segmentsOf = (path: string): string[] => path.toLowerCase().split('/')
