import type { PageRelease, PageRemote } from 'shared/federation/remote-manifest.ts'
import { isBrowserFault } from './is-release-fault.ts'
import { ContainerUnavailable, type RemoteFailure, RemoteLoadError } from './remote-load-error.ts'

export const LOAD_TIMEOUT_MS = 10_000
const PROBE_TIMEOUT_MS = 4_000

export interface LoadedModule {
  /** Default export of the module: a component, or the start function of a service. */
  exported: unknown
  container: string
}

export interface ModuleSource {
  load: (release: PageRelease, expose: string) => Promise<unknown>
  fetch: typeof globalThis.fetch
  /** File hashes of a shared module by URL path. Empty when unknown. */
  sharedModuleHashes: (key: string) => Readonly<Record<string, string>>
  timeoutMs: number
  /** Waits before failed files are requested again. */
  pause: () => Promise<void>
}

/**
 * Loads a module from the active release, or from the previous one unless the browser is offline or caused the error.
 * @param avoid containers whose module has crashed
 * @throws RemoteLoadError with the failure reason of the active release
 */
export async function loadModule(
  remoteId: string,
  expose: string,
  remote: PageRemote | undefined,
  avoid: ReadonlySet<string>,
  source: ModuleSource,
): Promise<LoadedModule> {
  let first: { error: unknown; release: PageRelease } | null = null
  for (const release of candidates(remote, expose)) {
    if (avoid.has(release.container)) continue
    try {
      const module = await loadTwice(release, expose, source)
      return { exported: exportedOf(module, expose), container: release.container }
    } catch (error) {
      console.error(`remote ${remoteId}, release ${release.release}:`, error)
      first ??= { error, release }
      // The failure is not a bug of this release, so the previous release is not tried, even if its files are cached.
      if (isFileFailure(error) ? navigator.onLine === false : isBrowserFault(error)) break
    }
  }
  if (first === null) throw new RemoteLoadError(remoteId, avoid.size > 0 ? 'threw' : 'not-released')
  const reason = await reasonOf(first.error, first.release, expose, source)
  throw new RemoteLoadError(remoteId, reason, first.error)
}

/** Loads a module. Retries a failed file once: the first request of a style sheet may reuse a failed preload. */
async function loadTwice(release: PageRelease, expose: string, source: ModuleSource): Promise<unknown> {
  const once = () => inTime(source.load(release, expose), source.timeoutMs)
  const started = performance.now()
  try {
    return await once()
  } catch (error) {
    if (!isFileFailure(error) || performance.now() - started > source.timeoutMs / 2) throw error
    await source.pause()
    return once()
  }
}

export function candidates(remote: PageRemote | undefined, expose: string): PageRelease[] {
  return [remote?.active, remote?.previous].filter(
    (release, index, all): release is PageRelease =>
      release?.exposes[expose] !== undefined &&
      all.findIndex((other) => other?.container === release.container) === index,
  )
}

function exportedOf(module: unknown, expose: string): unknown {
  const exported = (module as { default?: unknown } | null)?.default
  // Accepts objects too, because components made with `memo` or `lazy` are objects.
  if (typeof exported === 'function' || (typeof exported === 'object' && exported !== null)) return exported
  throw new TypeError(`${expose} has no component or function as its default export`)
}

class LoadTimeout extends Error {}

function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new LoadTimeout(`no module after ${milliseconds} ms`)),
      milliseconds,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Browsers report a failed fetch and a wrong hash by the same event, so this fetches files with and without hash. */
async function reasonOf(
  error: unknown,
  release: PageRelease,
  expose: string,
  { fetch, sharedModuleHashes }: ModuleSource,
): Promise<RemoteFailure> {
  if (!isFileFailure(error)) return 'threw'
  const { js = [], css = [], sharedModules = [] } = release.exposes[expose] ?? {}
  const files = new Map(sharedModules.flatMap((key) => Object.entries(sharedModuleHashes(key))))
  for (const name of [release.entry, ...js, ...css])
    files.set(release.basePath + name, release.files[name]?.integrity ?? '')
  const results = await Promise.all(
    [...files].map(async ([url, integrity]): Promise<'fine' | RemoteFailure> => {
      const fetchFile = (init: RequestInit) =>
        fetch(url, { ...init, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
      try {
        if (!(await fetchFile({})).ok) return 'unreachable'
      } catch {
        return 'unreachable'
      }
      return fetchFile({ integrity }).then(
        () => 'fine',
        () => 'integrity',
      )
    }),
  )
  return results.find((result) => result === 'integrity') ?? 'unreachable'
}

function isFileFailure(error: unknown): boolean {
  if (error instanceof LoadTimeout || error instanceof ContainerUnavailable) return true
  if (!(error instanceof Error)) return false
  return error.name === 'ChunkLoadError' || (error as { code?: string }).code === 'CSS_CHUNK_LOAD_FAILED'
}
