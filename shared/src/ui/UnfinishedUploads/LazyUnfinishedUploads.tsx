import { lazy, Suspense, useState } from 'react'
import { readPersonal, readSession, unfinishedUploadCalls } from 'shared/session'

type Calls = Awaited<ReturnType<typeof unfinishedUploadCalls>>
type UploadScreen = Parameters<Calls['openUnfinishedUploads']>[0]

/** False when there are no unfinished uploads. The code that lists them is then not loaded. */
function hasNames(): boolean {
  const { profile } = readSession()
  return profile !== null && readPersonal(profile.id, 'upload').size > 0
}

const Note = lazy(async () => {
  const { UnfinishedUploads } = await import('./UnfinishedUploads.tsx')
  return { default: UnfinishedUploads }
})

/** Lists files whose upload was interrupted when an earlier page closed. */
export function LazyUnfinishedUploads({ screen }: { screen: UploadScreen }) {
  const [isShown] = useState(hasNames)
  const [open] = useState(() => async () => (await unfinishedUploadCalls()).openUnfinishedUploads(screen))
  if (!isShown) return null
  return (
    <Suspense fallback={null}>
      <Note open={open} />
    </Suspense>
  )
}
