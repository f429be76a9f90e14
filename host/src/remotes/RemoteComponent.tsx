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
import { isReleaseFault } from './is-release-fault.ts'
import { candidates } from './load-module.ts'
import { cachedModule, forgetModule, type ModuleEntry, moduleEntry } from './module-cache.ts'
import { refreshRegistry } from './refresh-registry.ts'
import { readRegistry } from './registry.ts'
import { type RemoteFailure, RemoteLoadError } from './remote-load-error.ts'

export interface RemoteComponentProps {
  remoteId: string
  /** Name of the exposed module, such as `./ChatQueuePage`. */
  expose: string
  loading: ReactNode
  failed: (reason: RemoteFailure, retry: () => Promise<void>) => ReactNode
  props?: object
}

/** Renders a remote's component. After a fault of the release, uses the previous release. */
export function RemoteComponent(props: RemoteComponentProps) {
  // The key prevents the failure state of one component from affecting another.
  return <RemoteContent key={props.remoteId + props.expose} {...props} />
}

function RemoteContent({ remoteId, expose, loading, failed, props = {} }: RemoteComponentProps) {
  const [attempt, setAttempt] = useState<Attempt>(() => {
    // Loads a failed module again on the next visit.
    if (cachedModule(remoteId, expose, [])?.failed) forgetModule(remoteId, expose)
    return { number: 0, crashed: [] }
  })

  const retry = async () => {
    await refreshRegistry()
    forgetModule(remoteId, expose)
    setAttempt(({ number }) => ({ number: number + 1, crashed: [] }))
  }
  const crash = (error: unknown): boolean => {
    const container = cachedModule(remoteId, expose, attempt.crashed)?.loaded?.container
    if (error instanceof RemoteLoadError || container === undefined || !isReleaseFault(error)) return false
    const crashed = [...attempt.crashed, container]
    const left = candidates(readRegistry().remotes[remoteId], expose).some(
      (release) => !crashed.includes(release.container),
    )
    if (left) setAttempt(({ number }) => ({ number: number + 1, crashed }))
    return left
  }
  // When no release exposes the module yet, the reason is `not-released`, not a failed load.
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
  /** Names of containers whose component crashed during rendering. */
  crashed: readonly string[]
}

interface LoadedProps {
  entry: ModuleEntry
  loading: ReactNode
  props: object
}

/** Waits for the module without a Suspense boundary, because React would show its fallback for at least 300 ms. */
function Loaded({ entry, loading, props }: LoadedProps) {
  const [settled, setSettled] = useState<ModuleEntry | null>(null)
  const isRendered = settled === entry || entry.loaded !== undefined
  useEffect(() => {
    if (isRendered) return
    let isRequested = true
    const settle = () => {
      // Renders in time slices, so that a slow phone can handle touch input in between.
      if (isRequested) startTransition(() => setSettled(entry))
    }
    entry.promise.then(settle, settle)
    return () => {
      isRequested = false
    }
  }, [entry, isRendered])
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
  /** Returns true when another release is rendered after the crash. */
  onCrash: (error: unknown) => boolean
  loading: ReactNode
  failed: (reason: RemoteFailure) => ReactNode
  children: ReactNode
}

interface CrashState {
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
  // Checks for page translation as soon as the error is caught, because its marks disappear with the page's nodes.
  return isForeignMutation(error) ? 'foreign-mutation' : 'threw'
}
