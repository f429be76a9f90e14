import type { ReactNode } from 'react'
import { ErrorState, RetryNote, Skeleton } from 'shared/ui'
import { failureText } from './knowledge-error.ts'
import panel from './Panel.module.css'

export interface QueryFacesProps<Data> {
  query: {
    data: Data | undefined
    error: Error | null
    isFetching: boolean
    /** What stands there was asked for before, for something else. */
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** What could not be read. */
  failed: string
  /** What stands for what is to come: so many lines, each so high in px. */
  lines: number
  height: number
  /** Default: the same is read again. */
  onRetry?: () => void
  children: (data: Data) => ReactNode
}

/** What is read, or what stands in its place: lines before it is there, and why it is not. What could not be read anew stays, with a note. */
export function QueryFaces<Data>(props: QueryFacesProps<Data>) {
  const { query, failed, lines, height, children } = props
  const { data, error, isFetching } = query
  const retry = props.onRetry ?? (() => void query.refetch())
  if (data === undefined || (error !== null && query.isPlaceholderData))
    return error === null ? (
      <div className={panel.loading} role="status" aria-label="กำลังโหลด...">
        {Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} height={height} />
        ))}
      </div>
    ) : (
      <ErrorState title={failed} onRetry={retry} retrying={isFetching}>
        {failureText(error)}
      </ErrorState>
    )
  return (
    <>
      {error === null ? null : (
        <RetryNote isRetrying={isFetching} onRetry={retry}>
          {failed}
        </RetryNote>
      )}
      {children(data)}
    </>
  )
}
