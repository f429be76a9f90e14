import { deferred, useLazyDialog } from 'shared/ui'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'

const entryDialog = deferred(
  async () => (await import(/* webpackChunkName: "entry" */ './EntryDialog.tsx')).EntryDialog,
)
export const { preloadProps: preloadEntryProps } = entryDialog

export function LazyEntry() {
  const { entry, closeDialog, replace } = useKnowledgeAddress()
  const Dialog = useLazyDialog(entryDialog, entry !== null, closeDialog)
  return Dialog !== null && entry !== null ? (
    <Dialog id={entry} onClose={closeDialog} onOpen={(id) => replace({ entry: id })} />
  ) : null
}
