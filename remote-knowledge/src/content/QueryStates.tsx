import type { ReactNode } from 'react'
import { ErrorState, RetryNote, Skeleton } from 'shared/ui'
import content from './content.module.css'
import { failureText } from './knowledge-error.ts'

export interface QueryStatesProps<Data> {
  query: {
    data: Data | undefined
    error: Error | null
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  failed: string
  /** Number of placeholder lines. `height` is their height in px. */
  lines: number
  height: number
  onRetry?: () => void
  children: (data: Data) => ReactNode
}

/** When a refetch fails, shows a warning and keeps the previous data. */
export function QueryStates<Data>(props: QueryStatesProps<Data>) {
  const { query, failed, lines, height, children } = props
  const { data, error, isFetching } = query
  const retry = props.onRetry ?? (() => void query.refetch())
  if (data === undefined || (error !== null && query.isPlaceholderData))
    return error === null ? (
      <div className={content.column} role="status" aria-label="กำลังโหลด...">
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
