import { deferred, useLazyDialog } from 'shared/ui'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'

const changesDialog = deferred(
  async () => (await import(/* webpackChunkName: "changes" */ './ChangesDialog.tsx')).ChangesDialog,
)
export const { preloadProps: preloadChangesProps } = changesDialog

export function LazyChanges() {
  const { log, closeDialog, replace } = useKnowledgeAddress()
  const Dialog = useLazyDialog(changesDialog, log !== null, closeDialog)
  return Dialog !== null && log !== null ? (
    <Dialog key={log} log={log} onClose={closeDialog} onEntry={(entry) => replace({ log: null, entry })} />
  ) : null
}
