import { deferred, useLazyDialog } from 'shared/ui'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'

const entryWindow = deferred(
  async () => (await import(/* webpackChunkName: "entry" */ './EntryWindow.tsx')).EntryWindow,
)
export const preloadEntry = entryWindow.preload

export function LazyEntry() {
  const { entry, closeWindow, replace } = useKnowledgeAddress()
  const Window = useLazyDialog(entryWindow, entry !== null, closeWindow)
  return Window !== null && entry !== null ? (
    <Window id={entry} onClose={closeWindow} onOpen={(id) => replace({ entry: id })} />
  ) : null
}
