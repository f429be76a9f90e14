import { RemoteComponent } from './RemoteComponent.tsx'
import { RemoteFailurePanel } from './RemoteFailurePanel.tsx'
import { RemotePageLoading } from './RemotePageLoading.tsx'

export interface RemotePageProps {
  remoteId: string
  /** Name of the exposed page, `./ChatQueuePage`. */
  expose: string
}

/** A page of a remote, with a loading state and a failure panel that offers a retry. */
export function RemotePage(props: RemotePageProps) {
  return (
    <RemoteComponent
      {...props}
      loading={<RemotePageLoading />}
      failed={(reason, retry) => <RemoteFailurePanel reason={reason} onRetry={retry} />}
    />
  )
}
