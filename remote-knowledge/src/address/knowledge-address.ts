import { TOP_K_DEFAULT, TOP_K_MAX } from 'shared/contract/constants.ts'

const TABS = ['add', 'overview', 'history', 'search'] as const
export type KnowledgeTab = (typeof TABS)[number]

/** State of all tabs in the URL. Each tab's state remains while another tab is open. */
export interface KnowledgeAddress {
  tab: KnowledgeTab
  kind: string
  opened: string | null
  openedPage: number
  /** Selected source, or empty for all sources. */
  source: string
  /** Page number, starts at 1. */
  page: number
  query: string
  topK: number
  entry: string | null
  log: string | null
}

const NAMES = {
  tab: 'tab',
  kind: 'kind',
  opened: 'in',
  openedPage: 'in_page',
  source: 'source',
  page: 'page',
  query: 'q',
  topK: 'top_k',
  entry: 'entry',
  log: 'log',
} as const satisfies Record<keyof KnowledgeAddress, string>

const DEFAULT_ADDRESS: KnowledgeAddress = {
  tab: 'add',
  kind: 'general',
  opened: null,
  openedPage: 1,
  source: '',
  page: 1,
  query: '',
  topK: TOP_K_DEFAULT,
  entry: null,
  log: null,
}

export function readAddress(params: URLSearchParams): KnowledgeAddress {
  const word = (name: string) => params.get(name) || null
  return {
    tab: TABS.find((tab) => tab === params.get(NAMES.tab)) ?? DEFAULT_ADDRESS.tab,
    kind: word(NAMES.kind) ?? DEFAULT_ADDRESS.kind,
    opened: word(NAMES.opened),
    openedPage: wholeNumber(params.get(NAMES.openedPage), MAX_PAGE_NUMBER) ?? 1,
    source: word(NAMES.source) ?? '',
    page: wholeNumber(params.get(NAMES.page), MAX_PAGE_NUMBER) ?? 1,
    query: word(NAMES.query) ?? '',
    topK: wholeNumber(params.get(NAMES.topK), TOP_K_MAX) ?? TOP_K_DEFAULT,
    entry: word(NAMES.entry),
    log: word(NAMES.log),
  }
}

/** Maximum page number, which is the server's limit. */
const MAX_PAGE_NUMBER = 50_000

const wholeNumber = (written: string | null, most: number) => {
  const number = Number(written)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : null
}

export function withAddress(before: URLSearchParams, change: Partial<KnowledgeAddress>): URLSearchParams {
  const params = new URLSearchParams(before)
  for (const [key, value] of Object.entries(change) as [keyof KnowledgeAddress, string | number | null][]) {
    if (value === null || value === DEFAULT_ADDRESS[key]) params.delete(NAMES[key])
    else params.set(NAMES[key], String(value))
  }
  return params
}
