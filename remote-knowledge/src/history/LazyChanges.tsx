import { deferred, useLazyDialog } from 'shared/ui'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'

const changesWindow = deferred(
  async () => (await import(/* webpackChunkName: "changes" */ './ChangesWindow.tsx')).ChangesWindow,
)
export const preloadChanges = changesWindow.preload

export function LazyChanges() {
  const { log, closeWindow, replace } = useKnowledgeAddress()
  const Window = useLazyDialog(changesWindow, log !== null, closeWindow)
  return Window !== null && log !== null ? (
    <Window log={log} onClose={closeWindow} onEntry={(entry) => replace({ log: null, entry })} />
  ) : null
}
