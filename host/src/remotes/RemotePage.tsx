import { Component, type ReactNode, Suspense, use, useState } from 'react'
import { loadExposed } from './federation.ts'
import { candidates, LOAD_TIMEOUT_MS, type LoadedPage, loadPage } from './load-page.ts'
import { preloadRelease } from './preload-page.ts'
import { RemoteFailurePanel } from './RemoteFailurePanel.tsx'
import { RemotePageLoading } from './RemotePageLoading.tsx'
import { refreshRegistry } from './refresh-registry.ts'
import { readRegistry } from './registry.ts'
import { RemoteLoadError } from './remote-load-error.ts'

export interface RemotePageProps {
  remoteId: string
  /** Name of the exposed page, `./ChatQueuePage`. */
  expose: string
}

/**
 * A page of a remote in the host's tree. It never takes the desk down: while it loads, when it cannot be loaded and when it
 * throws, its place says so. A release that fails or crashes is followed by the one before it, without asking.
 */
export function RemotePage(props: RemotePageProps) {
  // Another page is another place: nothing of a failure stays.
  return <RemotePlace key={props.remoteId + props.expose} {...props} />
}

function RemotePlace({ remoteId, expose }: RemotePageProps) {
  const [attempt, setAttempt] = useState<Attempt>(() => {
    // Leaving the page and coming back is a new try.
    if (pages.get(pageKey(remoteId, expose, []))?.failed) forgetPage(remoteId, expose)
    return { number: 0, crashed: [] }
  })

  const retry = async () => {
    await refreshRegistry()
    forgetPage(remoteId, expose)
    setAttempt(({ number }) => ({ number: number + 1, crashed: [] }))
  }
  const crash = (error: unknown): boolean => {
    const container = pages.get(pageKey(remoteId, expose, attempt.crashed))?.container
    if (error instanceof RemoteLoadError || container === undefined) return false
    const crashed = [...attempt.crashed, container]
    const left = candidates(readRegistry().remotes[remoteId], expose).some(
      (release) => !crashed.includes(release.container),
    )
    if (left) setAttempt(({ number }) => ({ number: number + 1, crashed }))
    return left
  }
  // Nothing has failed: there is nothing to load yet.
  if (candidates(readRegistry().remotes[remoteId], expose).length === 0)
    return <RemoteFailurePanel reason="not-released" onRetry={retry} />
  return (
    <PageBoundary key={attempt.number} onCrash={crash} onRetry={retry}>
      <Suspense fallback={<RemotePageLoading />}>
        <LoadedRemotePage remoteId={remoteId} expose={expose} crashed={attempt.crashed} />
      </Suspense>
    </PageBoundary>
  )
}

interface Attempt {
  number: number
  /** Containers whose page crashed while rendering. */
  crashed: readonly string[]
}

function LoadedRemotePage({ remoteId, expose, crashed }: RemotePageProps & { crashed: readonly string[] }) {
  const { Component: Page } = use(pagePromise(remoteId, expose, crashed))
  return <Page />
}

interface PageEntry {
  promise: Promise<LoadedPage>
  container?: string
  failed?: boolean
}

/** Pages by remote, expose and avoided containers; `use` needs the same promise at every render. */
const pages = new Map<string, PageEntry>()

function pageKey(remoteId: string, expose: string, crashed: readonly string[]): string {
  return [remoteId, expose, ...crashed].join(' ')
}

function pagePromise(remoteId: string, expose: string, crashed: readonly string[]): Promise<LoadedPage> {
  const key = pageKey(remoteId, expose, crashed)
  const known = pages.get(key)
  if (known) return known.promise
  const remote = readRegistry().remotes[remoteId]
  const promise = loadPage(remoteId, expose, remote, new Set(crashed), {
    load: (release, name) => {
      preloadRelease(release, name)
      return loadExposed(release, name)
    },
    fetch: (...args) => fetch(...args),
    timeoutMs: LOAD_TIMEOUT_MS,
    pause: () => new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 200)),
  })
  const entry: PageEntry = { promise }
  pages.set(key, entry)
  promise.then(
    ({ container }) => {
      entry.container = container
    },
    () => {
      entry.failed = true
    },
  )
  return promise
}

function forgetPage(remoteId: string, expose: string): void {
  const key = pageKey(remoteId, expose, [])
  for (const other of pages.keys()) if (other === key || other.startsWith(`${key} `)) pages.delete(other)
}

interface PageBoundaryProps {
  /** Hears of a failure; true when something else is tried at once. */
  onCrash: (error: unknown) => boolean
  onRetry: () => Promise<void>
  children: ReactNode
}

class PageBoundary extends Component<PageBoundaryProps, { error: unknown; trying: boolean }> {
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
    if (trying) return <RemotePageLoading />
    const reason = error instanceof RemoteLoadError ? error.reason : 'threw'
    return <RemoteFailurePanel reason={reason} onRetry={this.props.onRetry} />
  }
}
