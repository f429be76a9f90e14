import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useState,
} from 'react'
import { loadExposed } from './federation.ts'
import {
  candidates,
  LOAD_TIMEOUT_MS,
  type LoadedModule,
  loadModule,
  type ModuleSource,
} from './load-module.ts'
import { preloadRelease } from './preload-page.ts'
import { refreshRegistry } from './refresh-registry.ts'
import { readRegistry } from './registry.ts'
import { type RemoteFailure, RemoteLoadError } from './remote-load-error.ts'

export interface RemoteComponentProps {
  remoteId: string
  /** Name of the exposed module, `./ChatQueuePage`. */
  expose: string
  /** Shown until it is loaded. */
  loading: ReactNode
  /** Shown when no release of it can be used. */
  failed: (reason: RemoteFailure, retry: () => Promise<void>) => ReactNode
  /** Props of the component. */
  props?: object
}

/**
 * A component of a remote in the host's tree, isolated by an error boundary: loading and failure are drawn in its place. When
 * the active release fails to load or throws, the previous release is used automatically.
 */
export function RemoteComponent(props: RemoteComponentProps) {
  // Keyed, so that the state of one component's failure never reaches another.
  return <RemotePlace key={props.remoteId + props.expose} {...props} />
}

function RemotePlace({ remoteId, expose, loading, failed, props = {} }: RemoteComponentProps) {
  const [attempt, setAttempt] = useState<Attempt>(() => {
    // A page that failed is loaded again when it is visited again.
    if (pages.get(pageKey(remoteId, expose, []))?.failed) forgetPage(remoteId, expose)
    return { number: 0, crashed: [] }
  })

  const retry = async () => {
    await refreshRegistry()
    forgetPage(remoteId, expose)
    setAttempt(({ number }) => ({ number: number + 1, crashed: [] }))
  }
  const crash = (error: unknown): boolean => {
    const container = pages.get(pageKey(remoteId, expose, attempt.crashed))?.page?.container
    if (error instanceof RemoteLoadError || container === undefined) return false
    const crashed = [...attempt.crashed, container]
    const left = candidates(readRegistry().remotes[remoteId], expose).some(
      (release) => !crashed.includes(release.container),
    )
    if (left) setAttempt(({ number }) => ({ number: number + 1, crashed }))
    return left
  }
  // Not a failure: no release exposes it yet.
  if (candidates(readRegistry().remotes[remoteId], expose).length === 0) return failed('not-released', retry)
  return (
    <CrashBoundary
      key={attempt.number}
      onCrash={crash}
      loading={loading}
      failed={(reason) => failed(reason, retry)}
    >
      <Loaded entry={pageEntry(remoteId, expose, attempt.crashed)} loading={loading} props={props} />
    </CrashBoundary>
  )
}

interface Attempt {
  number: number
  /** Containers whose page crashed while rendering. */
  crashed: readonly string[]
}

interface LoadedProps {
  entry: PageEntry
  loading: ReactNode
  props: object
}

/**
 * Waits without a Suspense boundary: React would hold the page back for 300 ms after its fallback. What the page itself waits for
 * later stays inside its place.
 */
function Loaded({ entry, loading, props }: LoadedProps) {
  const [settled, setSettled] = useState<PageEntry | null>(null)
  const isDrawn = settled === entry || entry.page !== undefined
  useEffect(() => {
    if (isDrawn) return
    let isWanted = true
    const settle = () => {
      // In slices, so that a slow phone answers a touch meanwhile.
      if (isWanted) startTransition(() => setSettled(entry))
    }
    entry.promise.then(settle, settle)
    return () => {
      isWanted = false
    }
  }, [entry, isDrawn])
  if (entry.failed) throw entry.failed.error
  const Page = entry.page?.exported as ComponentType | undefined
  if (!Page) return loading
  return (
    <Suspense fallback={loading}>
      <Page {...props} />
    </Suspense>
  )
}

interface PageEntry {
  promise: Promise<LoadedModule>
  page?: LoadedModule
  failed?: { error: unknown }
}

/** Loads from the releases that the registry names. */
export const MODULE_SOURCE: ModuleSource = {
  load: (release, expose) => {
    preloadRelease(release, expose)
    return loadExposed(release, expose)
  },
  fetch: (...args) => fetch(...args),
  doorHashes: (key) => readRegistry().doorHashes?.[key] ?? {},
  timeoutMs: LOAD_TIMEOUT_MS,
  pause: () => new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 200)),
}

/** Pages by remote, expose and avoided containers: what has been loaded is drawn at once. */
const pages = new Map<string, PageEntry>()

function pageKey(remoteId: string, expose: string, crashed: readonly string[]): string {
  return [remoteId, expose, ...crashed].join(' ')
}

function pageEntry(remoteId: string, expose: string, crashed: readonly string[]): PageEntry {
  const key = pageKey(remoteId, expose, crashed)
  const known = pages.get(key)
  if (known) return known
  const remote = readRegistry().remotes[remoteId]
  const promise = loadModule(remoteId, expose, remote, new Set(crashed), MODULE_SOURCE)
  const entry: PageEntry = { promise }
  pages.set(key, entry)
  promise.then(
    (page) => {
      entry.page = page
    },
    (error: unknown) => {
      entry.failed = { error }
    },
  )
  return entry
}

function forgetPage(remoteId: string, expose: string): void {
  const key = pageKey(remoteId, expose, [])
  for (const other of pages.keys()) if (other === key || other.startsWith(`${key} `)) pages.delete(other)
}

interface CrashBoundaryProps {
  /** Called with the error; returns whether another release is being tried. */
  onCrash: (error: unknown) => boolean
  loading: ReactNode
  failed: (reason: RemoteFailure) => ReactNode
  children: ReactNode
}

class CrashBoundary extends Component<CrashBoundaryProps, { error: unknown; trying: boolean }> {
  override state = { error: undefined as unknown, trying: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, trying: true }
  }

  override componentDidCatch(error: unknown) {
    if (!this.props.onCrash(error)) this.setState({ trying: false })
  }

  override render() {
    const { error, trying } = this.state
    if (error === undefined) return this.props.children
    if (trying) return this.props.loading
    return this.props.failed(error instanceof RemoteLoadError ? error.reason : 'threw')
  }
}
