import { gzipSync } from 'node:zlib'
import type { Browser, Request } from 'playwright'

/** Simulated network latency per request in ms, so that network rounds dominate computing time. */
const LATENCY_MS = 150
const USABLE_LIMIT_MS = 60_000

export interface PageLoad {
  /** Bytes that were loaded until the page was usable, after gzip. */
  usableBytes: number
  /** Bytes of all scripts after gzip, including scripts that load when the page is idle. */
  scriptBytes: number
  scripts: { url: string; bytes: number; onIdle: boolean }[]
  /** Number of sequential requests until the page was usable, including the page itself. */
  rounds: number
  chain: string[]
  usableMs: number
}

interface LoadedRequest {
  path: string
  start: number
  end: number
}

export async function loadPage(
  browser: Browser,
  url: string,
  options: { token: string | null; selector: string },
): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    if (options.token !== null) {
      await page.addInitScript((token) => localStorage.setItem('jwt', token), options.token)
    }
    await page.addInitScript(noteWhenUsable, options.selector)
    await page.addInitScript(delayIdleWork)
    const requests: Request[] = []
    page.on('request', (each) => requests.push(each))
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await page.goto(url, { waitUntil: 'commit' })
    const usable = await page.waitForFunction(() => globalThis.__usableAt, undefined, {
      timeout: USABLE_LIMIT_MS,
    })
    const usableMs = Number(await usable.jsonValue())
    const loadedRequests = await page.evaluate(() => {
      const paths = (entry: PerformanceEntry) => new URL(entry.name, location.href).pathname
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return [
        { path: location.pathname, start: 0, end: navigation?.responseStart ?? 0 },
        ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          // Ignores images, because a page is usable without them.
          .filter((entry) => entry.responseEnd > 0 && !/^(img|image|other)$/.test(entry.initiatorType))
          .map((entry) => ({ path: paths(entry), start: entry.startTime, end: entry.responseEnd })),
      ]
    })
    await page.waitForLoadState('networkidle')
    const inTime = new Set(loadedRequests.filter(({ end }) => end <= usableMs).map(({ path }) => path))
    const scripts: PageLoad['scripts'] = []
    for (const each of requests) {
      const response = await each.response()
      if (response === null || !/javascript/.test(response.headers()['content-type'] ?? '')) continue
      const url = new URL(each.url()).pathname
      scripts.push({
        url,
        onIdle: !inTime.has(url),
        bytes: gzipSync(await response.body(), { level: 9 }).length,
      })
    }
    const chain = longestChain(loadedRequests.filter(({ end }) => end <= usableMs))
    const sum = (some: PageLoad['scripts']) => some.reduce((total, { bytes }) => total + bytes, 0)
    return {
      usableBytes: sum(scripts.filter(({ onIdle }) => !onIdle)),
      scriptBytes: sum(scripts),
      scripts,
      rounds: chain.length,
      chain,
      usableMs,
    }
  } finally {
    await context.close()
  }
}

declare global {
  var __usableAt: number | undefined
}

/** Records when the page becomes usable, in ms since navigation. Runs in the page. */
function noteWhenUsable(selector: string): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector(selector) === null) return
    globalThis.__usableAt = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Runs in the page. Delays idle work: otherwise the number of requests would depend on the machine's speed. */
function delayIdleWork(): void {
  const requestIdle = window.requestIdleCallback.bind(window)
  const cancelIdle = window.cancelIdleCallback.bind(window)
  const handles = new Map<number, number>()
  let last = 0
  window.requestIdleCallback = (work, options) => {
    const id = ++last
    const request = () => {
      if (globalThis.__usableAt !== undefined) handles.set(id, requestIdle(work, options))
      else handles.set(id, requestAnimationFrame(request))
    }
    request()
    return id
  }
  window.cancelIdleCallback = (id) => {
    const handle = handles.get(id)
    if (handle === undefined) return
    cancelAnimationFrame(handle)
    cancelIdle(handle)
  }
}

function longestChain(loadedRequests: readonly LoadedRequest[]): string[] {
  const sorted = loadedRequests.toSorted((a, b) => a.end - b.end)
  const best: { chain: string[]; end: number }[] = []
  for (const { path, start, end } of sorted) {
    const before = best
      .filter((other) => other.end <= start)
      .reduce<string[]>((longest, { chain }) => (chain.length > longest.length ? chain : longest), [])
    best.push({ chain: [...before, path], end })
  }
  return best.reduce<string[]>((longest, { chain }) => (chain.length > longest.length ? chain : longest), [])
}
