import PQueue from 'p-queue'
import type { addPage, refreshPage } from 'shared/contract/knowledge/pages.call.ts'
import { DeskError } from '../desk-error.ts'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import { applyStates } from './change-entries.ts'
import { changeKnowledge } from './change-knowledge.ts'
import { findByContent, findEntry } from './entry.store.ts'
import { entryOf } from './knowledge-responses.ts'
import { datesOf } from './validity-dates.ts'
import { findByUrl, findPage, recordPageRead } from './web-page.store.ts'
import { PageError } from './web-page-error.ts'
import { checkedUrl, createPageReader, type ReadPage } from './web-page-reader.ts'
import type { PageText } from './web-page-text.ts'
import { writeChange } from './write-change.ts'

const MAX_CONCURRENT = 4
const WAITING = 8

export class Pages {
  readonly #context: ServerContext
  readonly #readPage: ReadPage
  readonly #pages = new PQueue({ concurrency: MAX_CONCURRENT })

  constructor(context: ServerContext) {
    this.#context = context
    this.#readPage = createPageReader(context.config.knowledge)
  }

  /** Throws `conflict` with `known_id` when the source already has the page or its text. */
  async add({ signedIn: { staff }, body: { source, url: written } }: CallRequest<typeof addPage>) {
    const { db, now, config } = this.#context
    const url = await mapRefusal(() => checkedUrl(written, config.knowledge.testOrigin).href)
    const knownPage = await findByUrl(db, url)
    if (knownPage !== undefined) throw new DeskError('conflict', { known_id: knownPage })
    const { text, isCut } = await this.#read(url)
    return changeKnowledge(db, async (tx) => {
      const known = (await findByUrl(tx, url)) ?? (await findByContent(tx, source, [text]))
      if (known !== undefined) throw new DeskError('conflict', { known_id: known })
      const change = { source, origin: 'url', action: 'upsert', staffId: staff.id, replaced: false } as const
      const page = { source, text, validFrom: null, validUntil: null }
      const { ids } = await writeChange(tx, change, { added: [page] }, now())
      const [id = ''] = ids
      await recordPageRead(tx, id, { url, isCut, now: now() })
      const entry = await findEntry(tx, id)
      if (entry === undefined) throw new Error('a new entry could not be read')
      return { ...entryOf(entry), truncated: isCut }
    })
  }

  /**
   * Throws `not_found`; `conflict` with `entry` after a user's change, with `known_id` when another entry has the text.
   */
  async refresh({ signedIn: { staff }, params: { id } }: CallRequest<typeof refreshPage>) {
    const { db, now } = this.#context
    const page = await findPage(db, id)
    if (page === undefined) throw new DeskError('not_found')
    const { text, isCut } = await this.#read(page.url)
    return changeKnowledge(db, async (tx) => {
      const entry = await findEntry(tx, id)
      if (entry === undefined) throw new DeskError('not_found')
      const at = now()
      const changed = entry.text !== text
      if (changed) {
        if (entry.version !== page.version) throw new DeskError('conflict', { entry: entryOf(entry) })
        const state = { id, text, ...datesOf(entry) }
        const change = { source: entry.source, origin: 'url', action: 'refresh', staffId: staff.id } as const
        await applyStates(tx, change, [state], [state], at)
      }
      await recordPageRead(tx, id, { url: page.url, isCut, now: at })
      return {
        entry: entryOf((await findEntry(tx, id)) ?? entry),
        changed,
        read_at: at.toISOString(),
        truncated: isCut,
      }
    })
  }

  async #read(url: string): Promise<PageText> {
    if (this.#pages.size >= WAITING) throw new DeskError('unavailable')
    return mapRefusal(() => this.#pages.add(() => this.#readPage(url)))
  }
}

/** Returns the result of `work`. A page that cannot be read becomes the error `invalid_request` with its reason. */
async function mapRefusal<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    throw new DeskError('invalid_request', { reason: error.reason, detail: `the page: ${error.reason}` })
  }
}
