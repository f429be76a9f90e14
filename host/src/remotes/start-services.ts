import type { ServiceContext, StartService, StopService } from 'shared/extensions'
import { loadPage, type PageSource } from './load-page.ts'
import { type HostRemotePart, readRegistry } from './registry.ts'

/**
 * Loads and starts services side by side. Each is alone: what one throws goes to the console, and neither the page nor
 * another service hears of it. Returns what stops them all, those too that are still on their way.
 */
export function startServices(
  services: readonly HostRemotePart[],
  context: ServiceContext,
  source: PageSource,
): StopService {
  const running = new Set<StopService>()
  let stopped = false
  for (const service of services) {
    startService(service, context, source).then(
      (stop) => {
        if (stop === undefined) return
        if (stopped) stopQuietly(stop)
        else running.add(stop)
      },
      (error: unknown) => console.error(`service ${service.expose} of remote ${service.remoteId}:`, error),
    )
  }
  return () => {
    stopped = true
    for (const stop of running) stopQuietly(stop)
    running.clear()
  }
}

/** Starts it from the active release; when that fails, from the one before. */
async function startService(
  { remoteId, expose }: HostRemotePart,
  context: ServiceContext,
  source: PageSource,
): Promise<StopService | undefined> {
  const threw = new Set<string>()
  let first: unknown
  while (true) {
    const remote = readRegistry().remotes[remoteId]
    const { Component: start, container } = await loadPage(remoteId, expose, remote, threw, source).catch(
      (error: unknown) => {
        throw first ?? error
      },
    )
    try {
      // A service's default export is a function like a component's.
      return await (start as unknown as StartService)(context)
    } catch (error) {
      first ??= error
      threw.add(container)
    }
  }
}

function stopQuietly(stop: StopService): void {
  try {
    stop()
  } catch (error) {
    console.error('a service did not stop', error)
  }
}
