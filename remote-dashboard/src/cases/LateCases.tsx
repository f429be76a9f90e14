import { deferred, useLateWindow } from 'shared/ui'
import type { CasesWindowProps } from './CasesWindow.tsx'

const casesWindow = deferred(
  async () => (await import(/* webpackChunkName: "cases" */ './CasesWindow.tsx')).CasesWindow,
)
/** For what opens the list. */
export const preloadCases = casesWindow.preload

export interface LateCasesProps extends Omit<CasesWindowProps, 'cases'> {
  cases: CasesWindowProps['cases'] | null
}

/** The list of the cases behind a figure, when the address names one. */
export function LateCases({ cases: asked, ...rest }: LateCasesProps) {
  // Of the team there is no such list.
  const cases = asked?.figure === 'handling' && rest.isOwn !== true ? null : asked
  const Window = useLateWindow(casesWindow, cases !== null, rest.onClose)
  return Window !== null && cases !== null ? (
    <Window key={JSON.stringify({ ...cases, order: undefined })} cases={cases} {...rest} />
  ) : null
}
