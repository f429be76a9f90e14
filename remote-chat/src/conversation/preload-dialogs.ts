import { preloadMenus, whenIdle } from 'shared/ui'

const IDLE_WITHIN_MS = 3_000

/** Preloads dialogs, so that they also open without a connection. A failed import is repeated when a dialog is used. */
export function preloadDialogs(): () => void {
  return whenIdle(() => {
    preloadMenus()
    for (const part of [
      import(/* webpackChunkName: "suggestion-search" */ '../suggestions/SuggestionSearch.tsx'),
      import(/* webpackChunkName: "suggestions" */ '../suggestions/SuggestionDialog.tsx'),
      import(/* webpackChunkName: "attach" */ './ConfirmFilesDialog.tsx'),
    ])
      part.catch(() => undefined)
  }, IDLE_WITHIN_MS)
}
