import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/client.ts'
import { SeededRandom } from '../demo/seeded-random.ts'
import { photo } from '../media/testing/test-images.ts'
import { hostileImages } from './hostile-images.ts'
import { signInStaff } from './test-desk.ts'

interface HostileUploadsOptions {
  url: string
  /** Process id of the server, to find its child processes. */
  pid: number
  db: Db
  mediaDir: string
  uploads: number
  seed: number
  /**
   * Maximum time in ms until the child processes have ended after the last upload; they end after 30 s without an
   * image.
   */
  calmWithinMs: number
}

interface HostileUploadsReport {
  /** Number of responses by status and error code: `200`, `415 image_type_unsupported` … */
  responses: Record<string, number>
  /**
   * Missing responses, 5xx responses other than those for too many concurrent uploads (which are retried), and errors
   * without a code.
   */
  wrong: string[]
  /** Valid images that were refused. */
  refusedGood: string[]
  /** Rows and files without an accepted upload, and missing rows and files of accepted uploads. */
  strays: string[]
  healthzMs: number[]
  /**
   * Memory in bytes of the server and its child processes, with shared file pages counted once: after WARM_UP (server
   * only), at the maximum, and after the child processes have ended.
   */
  memory: {
    before: number
    peak: number
    after: number
    serverBefore: number
    serverPeak: number
    serverAfter: number
  }
  /** Number of image processes that the server started. */
  children: number
}

/** Work before the first memory measurement, so that the code is compiled and heap and pools have their usual size. */
export const WARM_UP = { requests: 300, goodUploads: 50 } as const
const MAX_CONCURRENT = 4
/** Number of staff members who upload in turn, because a single one would be paused after a few expensive images. */
const STAFF_COUNT = 50
const MAX_TRIES = 20
const POLL_MS = 50
const NAMES = ['รูป.jpg', 'slip.png', '../../etc/passwd', 'a.svg', 'x'.repeat(400)]
const TYPES = ['image/jpeg', 'image/png', 'image/svg+xml', 'text/html', 'application/octet-stream']

/** Uploads broken and hostile images to a running server and checks the effects. */
export async function hostileUploads(options: HostileUploadsOptions): Promise<HostileUploadsReport> {
  const { url, pid, db, mediaDir, uploads, seed, calmWithinMs } = options
  const random = new SeededRandom(seed)
  const next = await hostileImages(random)
  const report: HostileUploadsReport = {
    responses: {},
    wrong: [],
    refusedGood: [],
    strays: [],
    healthzMs: [],
    memory: { before: 0, peak: 0, after: 0, serverBefore: 0, serverPeak: 0, serverAfter: 0 },
    children: 0,
  }
  const { memory } = report
  const tokens: string[] = []
  for (let count = 0; count < STAFF_COUNT; count += 1) tokens.push((await signInStaff(db)).token)
  const tokenOf = (nth: number) => String(tokens[nth % STAFF_COUNT])
  const seen = new Set<number>()
  const check = () => {
    const children = childrenOf(pid)
    for (const child of children) seen.add(child)
    return { server: residentBytes([pid]), all: residentBytes([pid, ...children]) }
  }
  const taken = new Set<string>()
  const images = new Set<string>()
  const recordUpload = (token: string, received: UploadResponse) => {
    images.add(`${token} ${received.url} ${received.preview_url}`)
    for (const each of [received.url, received.preview_url]) taken.add(String(each).split('/').at(-1) ?? '')
  }
  for (let count = 0; count < WARM_UP.requests; count += 1) await (await fetch(`${url}/healthz`)).text()
  for (let count = 0; count < WARM_UP.goodUploads; count += 1) {
    const bytes = await photo(90 + count, 60)
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], 'warm-up.jpg'))
    const token = tokenOf(count)
    const received = await post(url, token, form)
    if (received.status === 200) recordUpload(token, received)
    else report.refusedGood.push(`warm-up: ${received.status} ${received.code}`)
  }
  memory.serverBefore = residentBytes([pid])
  memory.before = memory.serverBefore
  let hasEnded = false
  const watching = (async () => {
    while (!hasEnded) {
      const since = performance.now()
      await (await fetch(`${url}/healthz`)).text()
      report.healthzMs.push(performance.now() - since)
      const { all, server } = check()
      memory.peak = Math.max(memory.peak, all)
      memory.serverPeak = Math.max(memory.serverPeak, server)
      await pause(POLL_MS)
    }
  })()

  let left = uploads
  const worker = async () => {
    while (left > 0) {
      const token = tokenOf(left)
      left -= 1
      const { what, bytes } = next()
      const form = new FormData()
      form.set('file', new File([new Uint8Array(bytes)], random.pick(NAMES), { type: random.pick(TYPES) }))
      const send = async () => {
        const received = await post(url, token, form)
        const response = received.status === 200 ? '200' : `${received.status} ${received.code}`
        report.responses[response] = (report.responses[response] ?? 0) + 1
        return { received, response }
      }
      let { received, response } = await send()
      // Retries after the time in the Retry-After header, like any client, but only a limited number of times.
      for (let tries = 1; received.retry_after_secs !== undefined && tries < MAX_TRIES; tries += 1) {
        await pause(1000 * received.retry_after_secs)
        ;({ received, response } = await send())
      }
      if (received.status >= 500 || received.status === 0 || (received.status !== 200 && !received.code))
        report.wrong.push(`${what}: ${response}`)
      if (what === 'good' && received.status !== 200) report.refusedGood.push(response)
      if (received.status === 200) recordUpload(token, received)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
  hasEnded = true
  await watching
  for (let waited = 0; childrenOf(pid).length > 0 && waited < calmWithinMs; waited += 500) await pause(500)
  ;({ all: memory.after, server: memory.serverAfter } = check())
  report.children = seen.size
  report.strays = await findStrays(db, mediaDir, taken, images.size)
  return report
}

interface UploadResponse {
  status: number
  code?: string
  url?: string
  preview_url?: string
  retry_after_secs?: number
}

async function post(url: string, token: string, body: FormData): Promise<UploadResponse> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/api/staff/upload`, { method: 'POST', headers, body })
    return { ...((await response.json()) as object), status: response.status }
  } catch (error) {
    return { status: 0, code: String(error) }
  }
}

/**
 * Compares the stored rows and files with the accepted uploads: one row for each image and staff member, even after
 * repeated uploads, and one file for each content.
 */
async function findStrays(db: Db, mediaDir: string, taken: Set<string>, images: number): Promise<string[]> {
  const { rows: media } = await db.$client.query('select from media')
  const { rows } = await db.$client.query<{ key: string }>('select key from blobs')
  const blobs = new Set(rows.map(({ key }) => nameOf(key)))
  const files = new Set(
    readdirSync(mediaDir, { recursive: true, encoding: 'utf8' })
      .map(nameOf)
      .filter((name) => /\.(jpg|png)$/.test(name)),
  )
  const strays = [...new Set([...blobs, ...files, ...taken])].filter(
    (name) => !(blobs.has(name) && files.has(name) && taken.has(name)),
  )
  if (media.length !== images) strays.push(`${media.length} rows for ${images} images`)
  return strays
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function childrenOf(pid: number): number[] {
  return readProc(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((word) => word !== '')
    .map(Number)
}

/**
 * Returns the resident memory in bytes of processes of one program: the private memory of all processes, plus the file
 * pages of the largest one.
 */
function residentBytes(pids: readonly number[]): number {
  let own = 0
  let ofFiles = 0
  for (const pid of pids) {
    const rollup = readProc(`/proc/${pid}/smaps_rollup`)
    const bytesOf = (what: string) =>
      1024 * Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0)
    // Counts the proportional share of memory pages, because between fork and exec a child shares the server's pages.
    own += bytesOf('Pss_Anon')
    ofFiles = Math.max(ofFiles, bytesOf('Rss') - bytesOf('Anonymous'))
  }
  return own + ofFiles
}

/** Returns the text of a file in /proc; empty when the process has ended. */
function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}
