import { setTimeout as pause } from 'node:timers/promises'
import getPort from 'get-port'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import type { ImportPreview } from 'shared/contract/knowledge/import-entries.call.ts'
import { writeGeneral } from 'shared/contract/knowledge/knowledge-text.ts'
import { closeDatabase, type DatabaseAddress, type Db, openDatabase } from '../db/client.ts'
import { SeededRandom } from '../demo/seeded-random.ts'
import { type ServerProcess, serverVariables, startServerProcess } from './server-process.ts'
import { signInStaff } from './test-desk.ts'

interface KnowledgeStormOptions {
  /** Empty data directory for the server. */
  dataDir: string
  /** Database of the server, which must have no rows yet. */
  database: { address: DatabaseAddress; ownerAddress: DatabaseAddress }
  /** Number of times that the server is killed while entries are added, changed, removed and imported. */
  kills: number
  /** Seed of the random numbers; the same seed makes the same changes and kills the server after the same times. */
  seed: number
}

interface KnowledgeStormReport {
  /** Number of changes that got a response, and of changes without one because the server was killed. */
  answered: number
  unanswered: number
  /** Changes that were acknowledged with 200 but are not stored. */
  lost: string[]
  /** Texts of knowledge entries that are stored twice. */
  doubled: string[]
  /** Entries that a search does not find, finds in an old version, or finds after their removal. */
  unlikeIndex: string[]
  /** Imports, replacements of a source, and undos that were applied only in part. */
  torn: string[]
}

/** Number of concurrent sequences of changes (lanes), each of which has its own knowledge entries. */
const LANES = 4
const IMPORTED = 20
const LONGEST_LIFE_MS = 1_500
const NO_LINE = 'http://127.0.0.1:9'
const SOURCE = KNOWLEDGE_SOURCES.general
/** Knowledge source that is repeatedly replaced by one text and restored by an undo. */
const REPLACED_SOURCE = KNOWLEDGE_SOURCES.promotion

/** Possible states of one knowledge entry. A change that got no response may or may not have been made. */
interface Expected {
  /** Unique words of the texts that the entry may have; contains `null` when the entry may be removed. */
  may: Set<string | null>
}

/**
 * Changes knowledge entries in several concurrent sequences, and replaces and restores a whole source, while the server
 * is killed repeatedly. After each kill, compares the stored entries with the responses and the search results.
 */
export async function knowledgeStorm(options: KnowledgeStormOptions): Promise<KnowledgeStormReport> {
  const db = openDatabase(options.database.ownerAddress)
  try {
    return await new KnowledgeStorm(options, db).run()
  } finally {
    await closeDatabase(db)
  }
}

class KnowledgeStorm {
  readonly #random: SeededRandom
  readonly #expected: Expected[] = []
  readonly #imports: string[][] = []
  #whole: string[] = []
  readonly #report: KnowledgeStormReport = {
    answered: 0,
    unanswered: 0,
    lost: [],
    doubled: [],
    unlikeIndex: [],
    torn: [],
  }
  #token = ''
  #url = ''
  #words = 0
  private readonly options: KnowledgeStormOptions
  private readonly db: Db

  constructor(options: KnowledgeStormOptions, db: Db) {
    this.options = options
    this.db = db
    this.#random = new SeededRandom(options.seed)
  }

  async run(): Promise<KnowledgeStormReport> {
    this.#token = (await signInStaff(this.db, { role: 'BUSINESS' })).token
    for (let life = 0; life <= this.options.kills; life += 1) {
      const server = await this.#start()
      try {
        if (life === 0) await this.#fillWhole()
        await this.#check()
        if (life < this.options.kills) await this.#changeUntilKilled(server)
      } finally {
        await server.end('SIGKILL')
      }
    }
    return this.#report
  }

  async #start(): Promise<ServerProcess> {
    const { dataDir, database } = this.options
    const server = await startServerProcess(
      serverVariables({ port: await getPort(), dataDir, database, lineUrl: NO_LINE }),
    )
    this.#url = server.url
    return server
  }

  async #changeUntilKilled(server: ServerProcess): Promise<void> {
    let isAlive = true
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      while (isAlive) await this.#change(lane)
    })
    lanes.push(
      (async () => {
        while (isAlive) await this.#replaceOrUndo()
      })(),
    )
    await pause(this.#random.whole(100, LONGEST_LIFE_MS))
    isAlive = false
    await server.end('SIGKILL')
    await Promise.all(lanes)
  }

  /** Changes an entry of this lane. Lanes share no entries, so that the order of each entry's changes is known. */
  async #change(lane: number): Promise<void> {
    const own = this.#expected.filter((_, index) => index % LANES === lane)
    const kind = this.#random.whole(0, 9)
    if (kind === 0) return this.#import()
    const chosen = own[this.#random.whole(0, Math.max(0, own.length - 1))]
    if (kind < 5 || chosen === undefined) return this.#add()
    const [word] = chosen.may
    if (chosen.may.size !== 1 || word === null || word === undefined) return this.#add()
    const entry = (await this.#entryOf(word)) ?? null
    if (entry === null) return
    const next = kind < 8 ? this.#word() : null
    chosen.may.add(next)
    const path = `/kb/entries/${entry.id}`
    const isDone =
      next === null
        ? await this.#call('DELETE', `${path}?version=${entry.version}`)
        : await this.#call('PUT', path, {
            version: entry.version,
            text: textOf(next),
            valid_from: null,
            valid_until: null,
          })
    if (isDone !== undefined) chosen.may.delete(word)
  }

  async #add(): Promise<void> {
    const word = this.#word()
    const expected: Expected = { may: new Set([null, word]) }
    this.#expected.push(expected)
    const isDone = await this.#call('POST', '/kb/upsert', { source: SOURCE, text: textOf(word) })
    if (isDone !== undefined) expected.may.delete(null)
  }

  async #import(): Promise<void> {
    const words = Array.from({ length: IMPORTED }, () => this.#word())
    const text = words.map(textOf).join('\n\n')
    const preview = await this.#call<ImportPreview>('POST', '/kb/import/preview', { source: SOURCE, text })
    if (preview === undefined) return
    this.#imports.push(words)
    const { digest } = preview
    // Accepts 409 while another import of the source runs, for example an import whose server was killed.
    await this.#call('POST', '/kb/import', { source: SOURCE, text, digest }, 409)
  }

  async #fillWhole(): Promise<void> {
    this.#whole = Array.from({ length: IMPORTED }, () => this.#word())
    for (const word of this.#whole)
      await this.#call('POST', '/kb/upsert', { source: REPLACED_SOURCE, text: textOf(word) })
  }

  async #replaceOrUndo(): Promise<void> {
    if ((await this.#textsOf(REPLACED_SOURCE)).length > 1) {
      await this.#call('POST', '/kb/upsert', {
        source: REPLACED_SOURCE,
        text: textOf(this.#word()),
        replace: true,
      })
      return
    }
    const newest = await this.db.$client.query<{ id: string }>(
      'select id from knowledge_logs where source = $1 order by no desc limit 1',
      [REPLACED_SOURCE],
    )
    await this.#call('POST', `/kb/logs/${newest.rows[0]?.id}/undo`)
  }

  async #textsOf(source: string): Promise<string[]> {
    const found = await this.db.$client.query<{ text: string }>(
      'select text from knowledge_entries where source = $1 and removed_at is null',
      [source],
    )
    return found.rows.map(({ text }) => text)
  }

  #word(): string {
    this.#words += 1
    return `zq${this.#words.toString(36)}xw${(this.#words * 7919).toString(36)}`
  }

  async #entryOf(word: string): Promise<{ id: string; version: number } | undefined> {
    const found = await this.db.$client.query<{ id: string; version: number }>(
      'select id, version from knowledge_entries where text = $1 and removed_at is null',
      [textOf(word)],
    )
    return found.rows[0]
  }

  /** Returns the response body; undefined when a kill prevented the response, or when the status is `refusal`. */
  async #call<T>(method: string, path: string, body?: object, refusal?: number): Promise<T | undefined> {
    let response: Response
    let received: unknown
    try {
      response = await fetch(`${this.#url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      })
      received = await response.json()
    } catch {
      this.#report.unanswered += 1
      return undefined
    }
    if (response.status === refusal) return undefined
    if (response.status !== 200)
      throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(received)}`)
    this.#report.answered += 1
    return received as T
  }

  async #check(): Promise<void> {
    const texts = await this.#textsOf(SOURCE)
    const there = new Set(texts)
    const { doubled, lost, torn, unlikeIndex } = this.#report
    if (there.size !== texts.length) doubled.push(...texts.filter((text, at) => texts.indexOf(text) !== at))
    for (const expected of this.#expected) {
      const words = [...expected.may].filter((word) => word !== null)
      const now = words.filter((word) => there.has(textOf(word)))
      if (now.length > 1 || (now.length === 0 && !expected.may.has(null))) lost.push(words.join(' '))
      expected.may = new Set(now.length === 0 ? [null] : now)
      for (const word of words) if ((await this.#isFound(word)) !== now.includes(word)) unlikeIndex.push(word)
    }
    for (const words of this.#imports) {
      const presentWords = words.filter((word) => there.has(textOf(word)))
      if (presentWords.length > 0 && presentWords.length < words.length) torn.push(words.join(' '))
    }
    const whole = new Set(await this.#textsOf(REPLACED_SOURCE))
    const isThere = this.#whole.filter((word) => whole.has(textOf(word))).length
    if (isThere === 0 ? whole.size !== 1 : isThere !== this.#whole.length || whole.size !== isThere)
      torn.push(this.#whole.join(' '))
    for (const word of this.#whole)
      if ((await this.#isFound(word)) !== whole.has(textOf(word))) unlikeIndex.push(word)
    for (const word of this.#imports.at(-1) ?? [])
      if ((await this.#isFound(word)) !== there.has(textOf(word))) unlikeIndex.push(word)
  }

  async #isFound(word: string): Promise<boolean> {
    const response = await this.#call<{ results: { content: string }[] }>('POST', '/kb/search', {
      query: word,
    })
    return response?.results[0]?.content === textOf(word)
  }
}

function textOf(word: string): string {
  return writeGeneral({ questions: [`สินค้ารุ่น ${word} คืนได้ไหม`], answer: `รุ่น ${word} คืนได้ภายใน 7 วัน` })
}
