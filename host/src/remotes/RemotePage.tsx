import { RemoteComponent } from './RemoteComponent.tsx'
import { RemotePageFailure, RemotePageLoading } from './RemotePageStates.tsx'

export interface RemotePageProps {
  remoteId: string
  expose: string
}

export function RemotePage(props: RemotePageProps) {
  return (
    <RemoteComponent
      {...props}
      loading={<RemotePageLoading />}
      failed={(reason, retry) => <RemotePageFailure reason={reason} onRetry={retry} />}
    />
  )
}
