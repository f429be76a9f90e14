import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useState,
} from 'react'
import { isForeignMutation } from '../page-translation.ts'
import { isReleaseFault } from './crash-cause.ts'
import { candidates } from './load-module.ts'
import { forgetModule, knownModule, type ModuleEntry, moduleEntry } from './module-cache.ts'
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
 * the active release fails to load or has a fault, the previous release is used automatically. A crash that the browser or foreign
 * scripts caused keeps the release and offers a retry, which mounts it again.
 */
export function RemoteComponent(props: RemoteComponentProps) {
  // Keyed, so that the state of one component's failure never reaches another.
  return <RemotePlace key={props.remoteId + props.expose} {...props} />
}

function RemotePlace({ remoteId, expose, loading, failed, props = {} }: RemoteComponentProps) {
  const [attempt, setAttempt] = useState<Attempt>(() => {
    // What failed is loaded again when it is visited again.
    if (knownModule(remoteId, expose, [])?.failed) forgetModule(remoteId, expose)
    return { number: 0, crashed: [] }
  })

  const retry = async () => {
    await refreshRegistry()
    forgetModule(remoteId, expose)
    setAttempt(({ number }) => ({ number: number + 1, crashed: [] }))
  }
  const crash = (error: unknown): boolean => {
    const container = knownModule(remoteId, expose, attempt.crashed)?.loaded?.container
    if (error instanceof RemoteLoadError || container === undefined || !isReleaseFault(error)) return false
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
      <Loaded entry={moduleEntry(remoteId, expose, attempt.crashed)} loading={loading} props={props} />
    </CrashBoundary>
  )
}

interface Attempt {
  number: number
  /** Containers whose page crashed while rendering. */
  crashed: readonly string[]
}

interface LoadedProps {
  entry: ModuleEntry
  loading: ReactNode
  props: object
}

/**
 * Waits without a Suspense boundary: React would hold the page back for 300 ms after its fallback. What the page itself waits for
 * later stays inside its place.
 */
function Loaded({ entry, loading, props }: LoadedProps) {
  const [settled, setSettled] = useState<ModuleEntry | null>(null)
  const isDrawn = settled === entry || entry.loaded !== undefined
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
  const Page = entry.loaded?.exported as ComponentType | undefined
  if (!Page) return loading
  return (
    <Suspense fallback={loading}>
      <Page {...props} />
    </Suspense>
  )
}

interface CrashBoundaryProps {
  /** Called with the error; returns whether another release is being tried. */
  onCrash: (error: unknown) => boolean
  loading: ReactNode
  failed: (reason: RemoteFailure) => ReactNode
  children: ReactNode
}

interface CrashState {
  /** Null until something fails. */
  reason: RemoteFailure | null
  trying: boolean
}

class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { reason: null, trying: false }

  static getDerivedStateFromError(error: unknown) {
    return { reason: failureOf(error), trying: true }
  }

  override componentDidCatch(error: unknown) {
    if (!this.props.onCrash(error)) this.setState({ trying: false })
  }

  override render() {
    const { reason, trying } = this.state
    if (reason === null) return this.props.children
    return trying ? this.props.loading : this.props.failed(reason)
  }
}

function failureOf(error: unknown): RemoteFailure {
  if (error instanceof RemoteLoadError) return error.reason
  // Read before the page's nodes, which carry the marks of a translation, are removed.
  return isForeignMutation(error) ? 'foreign-mutation' : 'threw'
}
