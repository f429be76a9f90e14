import { deferred, useLateWindow } from 'shared/ui'
import type { CasesWindowProps } from './CasesWindow.tsx'

const casesWindow = deferred(
  async () => (await import(/* webpackChunkName: "cases" */ './CasesWindow.tsx')).CasesWindow,
)
export const preloadCases = casesWindow.preload

export interface LateCasesProps extends Omit<CasesWindowProps, 'cases'> {
  cases: CasesWindowProps['cases'] | null
}

/** Shows the list of tickets when the URL names a metric. */
export function LateCases({ cases: asked, ...rest }: LateCasesProps) {
  // The team dashboard does not have this list.
  const cases = asked?.figure === 'handling' && rest.isOwn !== true ? null : asked
  const Window = useLateWindow(casesWindow, cases !== null, rest.onClose)
  return Window !== null && cases !== null ? (
    <Window key={JSON.stringify({ ...cases, order: undefined })} cases={cases} {...rest} />
  ) : null
}
