import { RemoteComponent } from './RemoteComponent.tsx'
import { RemotePageFailure, RemotePageLoading } from './RemotePageStates.tsx'

export interface RemotePageProps {
  remoteId: string
  /** Name of the exposed page, such as `./ChatQueuePage`. */
  expose: string
}

/** Renders a page of a remote, with a loading state and a failure panel with a retry. */
export function RemotePage(props: RemotePageProps) {
  return (
    <RemoteComponent
      {...props}
      loading={<RemotePageLoading />}
      failed={(reason, retry) => <RemotePageFailure reason={reason} onRetry={retry} />}
    />
  )
}
