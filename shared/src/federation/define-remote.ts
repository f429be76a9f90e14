import { CALL_ADDRESS, EXPOSE, type RemoteDeclaration, ROUTE_PATH } from './remote-manifest.ts'
import { routeConflicts } from './route-conflicts.ts'

/** Validates the declaration of a remote. @throws Error that names the invalid field. */
export function defineRemote<const T extends RemoteDeclaration>(declaration: T): T {
  const { id, requires, routes, nav, services = [], slots = [], links = [] } = declaration
  if (!/^[a-z][a-z0-9]*$/.test(id))
    throw new Error(`remote id "${id}": must contain only lower-case letters and digits`)
  if (!/^[\^~]?\d+\.\d+\.\d+$/.test(requires.shell)) {
    throw new Error(`remote ${id}: requires.shell "${requires.shell}" is not a range such as ^1.0.0`)
  }
  const paths = new Set<string>()
  for (const route of routes) {
    if (!ROUTE_PATH.test(route.path)) {
      throw new Error(`remote ${id}: route path "${route.path}" must be relative, such as my-ticket/:id?`)
    }
    paths.add(route.path)
    requireExpose(id, route.expose)
    if (route.firstCall !== undefined && !CALL_ADDRESS.test(route.firstCall)) {
      throw new Error(`remote ${id}: first call "${route.firstCall}" is not a path on this server`)
    }
  }
  const [conflict] = routeConflicts([declaration])
  if (conflict !== undefined) throw new Error(`remote ${id}: ${conflict}`)
  for (const item of [...nav, ...links]) {
    if (!paths.has(item.path)) throw new Error(`remote ${id}: menu item "${item.path}" has no matching route`)
  }
  for (const { expose, roles } of [...services, ...slots]) {
    requireExpose(id, expose)
    if (roles.length === 0) throw new Error(`remote ${id}: ${expose} declares no role`)
  }
  return declaration
}

function requireExpose(id: string, expose: string): void {
  if (!EXPOSE.test(expose)) {
    throw new Error(`remote ${id}: expose "${expose}" must look like ./ChatQueuePage`)
  }
}
