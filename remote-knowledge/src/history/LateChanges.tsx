import { deferred, useLateWindow } from 'shared/ui'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'

const changesWindow = deferred(
  async () => (await import(/* webpackChunkName: "changes" */ './ChangesWindow.tsx')).ChangesWindow,
)
/** For what opens the window. */
export const preloadChanges = changesWindow.preload

/** The window of a line of the history, when the address names one. */
export function LateChanges() {
  const { log, closeWindow, replace } = useKnowledgeAddress()
  const Window = useLateWindow(changesWindow, log !== null, closeWindow)
  return Window !== null && log !== null ? (
    <Window log={log} onClose={closeWindow} onEntry={(entry) => replace({ log: null, entry })} />
  ) : null
}
