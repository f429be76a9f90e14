import { createRequire } from 'node:module'
import { BROWSERS } from './browsers.ts'

interface Support {
  version_added: string | boolean | null
  version_removed?: string | boolean
  flags?: unknown
  prefix?: string
  alternative_name?: string
}
export interface Compat {
  support: Record<string, Support | Support[] | undefined>
}
export type Members = { __compat?: Compat } & Record<string, unknown>

const DATA_NAMES: Record<string, string> = { ios_saf: 'safari_ios' }
const OLDEST_BROWSERS = BROWSERS.map((browser) => {
  const [name = '', , version] = browser.split(' ')
  return [DATA_NAMES[name] ?? name, Number(version)] as const
})

const require = createRequire(import.meta.url)

export function isSupported({ support }: Compat): boolean {
  return OLDEST_BROWSERS.every(([browser, oldest]) =>
    [support[browser]].flat().some((each) => {
      if (each === undefined || each.flags || each.prefix || each.alternative_name || each.version_removed)
        return false
      return (
        typeof each.version_added === 'string' &&
        Number.parseFloat(each.version_added.replace('≤', '')) <= oldest
      )
    }),
  )
}

export function readCompatData(): {
  api: Record<string, Members>
  css: Members
  javascript: { builtins: Record<string, Members> }
} {
  return require('@mdn/browser-compat-data')
}
