import { createListeners } from 'shared/contract/listeners.ts'
import type { ServiceContext, StartService, StopService } from 'shared/extensions'
import { isReleaseFault } from './is-release-fault.ts'
import { loadModule, type ModuleSource } from './load-module.ts'
import { type HostRemotePart, readRegistry } from './registry.ts'

let areStarting = true
const { subscribe, notify } = createListeners()

export const areServicesStarting = (): boolean => areStarting
export const subscribeServices = subscribe

function setStarting(next: boolean): void {
  areStarting = next
  notify()
}

/** Returns a function that stops all services, including those that are still loading. */
export function startServices(
  services: readonly HostRemotePart[],
  context: ServiceContext,
  source: ModuleSource,
): StopService {
  const running = new Set<StopService>()
  let stopped = false
  setStarting(true)
  const started = services.map((service) =>
    startService(service, context, source).then(
      (stop) => {
        if (stop === undefined) return
        if (stopped) stopQuietly(stop)
        else running.add(stop)
      },
      (error: unknown) => console.error(`service ${service.expose} of remote ${service.remoteId}:`, error),
    ),
  )
  void Promise.all(started).then(() => {
    if (!stopped) setStarting(false)
  })
  return () => {
    stopped = true
    for (const stop of running) stopQuietly(stop)
    running.clear()
  }
}

async function startService(
  { remoteId, expose }: HostRemotePart,
  context: ServiceContext,
  source: ModuleSource,
): Promise<StopService | undefined> {
  const failedServices = new Set<string>()
  let first: unknown
  while (true) {
    const remote = readRegistry().remotes[remoteId]
    const { exported: start, container } = await loadModule(
      remoteId,
      expose,
      remote,
      failedServices,
      source,
    ).catch((error: unknown) => {
      throw first ?? error
    })
    try {
      return await (start as StartService)(context)
    } catch (error) {
      if (!isReleaseFault(error)) throw error
      first ??= error
      failedServices.add(container)
    }
  }
}

function stopQuietly(stop: StopService): void {
  try {
    stop()
  } catch (error) {
    console.error('a service could not be stopped', error)
  }
}
