import type { CDPSession, Page } from 'playwright'
import { percentile } from './statistics.ts'

/** Goal for the longest gap between two frames, in ms. */
const GOAL_MS = 100

export interface Frames {
  gaps: number[]
  long: { ms: number; script: string }[]
}

export async function watchThread(page: Page, slower = 1): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return devtools
}

export function printFrames(what: string, { gaps }: Frames): void {
  const over = gaps.filter((gap) => gap > GOAL_MS).length
  console.log(
    `${what}: ${gaps.length} frames, gap p50 ${percentile(gaps, 0.5).toFixed(0)} ms, p99 ${percentile(gaps, 0.99).toFixed(0)} ms, longest ${Math.max(...gaps).toFixed(0)} ms; ${over} over ${GOAL_MS} ms (goal: none)`,
  )
}

export function readFrames(page: Page): Promise<Frames> {
  return page.evaluate(() => {
    const { deskFrames } = window as unknown as { deskFrames: Frames }
    return { gaps: deskFrames.gaps.splice(0), long: deskFrames.long.splice(0) }
  })
}

/** Returns the time for which the page's main thread has worked, without other work of the machine. */
export async function taskMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000
}

/** Measures the gaps between frames. Runs inside the page. */
export function watchFrames(): void {
  const frames: Frames = { gaps: [], long: [] }
  ;(window as unknown as { deskFrames: Frames }).deskFrames = frames
  let last = performance.now()
  const next = (now: number) => {
    frames.gaps.push(now - last)
    last = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  interface LongFrame extends PerformanceEntry {
    scripts: {
      duration: number
      invoker: string
      sourceFunctionName: string
      forcedStyleAndLayoutDuration: number
    }[]
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LongFrame[]) {
      const [script] = entry.scripts.toSorted((a, b) => b.duration - a.duration)
      const words = script
        ? `${script.invoker} ${script.sourceFunctionName} ${script.duration.toFixed(0)} ms, including layout ${script.forcedStyleAndLayoutDuration.toFixed(0)} ms`
        : 'no script'
      frames.long.push({ ms: entry.duration, script: words })
    }
  }).observe({ type: 'long-animation-frame' })
}
