import { lazy, Suspense, useState } from 'react'
import { readPersonal, readSession, unfinishedUploadCalls } from 'shared/session'

/** Whether there may be unfinished files: without any, the code that shows them is not fetched. */
function hasNames(): boolean {
  const { profile } = readSession()
  return profile !== null && readPersonal(profile.id, 'upload').size > 0
}

const Note = lazy(async () => {
  const { UnfinishedUploads } = await import('shared/ui/UnfinishedUploads/UnfinishedUploads.tsx')
  return { default: UnfinishedUploads }
})
const open = {
  'knowledge-picture': async () => (await unfinishedUploadCalls()).openUnfinishedUploads('knowledge-picture'),
  'knowledge-import': async () => (await unfinishedUploadCalls()).openUnfinishedUploads('knowledge-import'),
}

/** Names the files whose upload ended with an earlier page. */
export function LateUnfinishedUploads({ screen }: { screen: keyof typeof open }) {
  const [isShown] = useState(hasNames)
  if (!isShown) return null
  return (
    <Suspense fallback={null}>
      <Note open={open[screen]} />
    </Suspense>
  )
}
