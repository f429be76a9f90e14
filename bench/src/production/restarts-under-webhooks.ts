import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { postTextMessage, type WebhookCredentials } from '../post-webhook.ts'
import { DESK_PID } from './systemctl.ts'

const run = promisify(execFile)
const WRITERS = 4
/** Number of webhooks that the desk accepts before each kill or restart of the server, and after the last restart. */
const REPLIES = 40
const WITHIN_MS = 120_000

/** Restarts the server while webhooks arrive. Returns how often each text was stored, or `-1` if it was rejected. */
export async function restartsUnderWebhooks(
  channel: WebhookCredentials,
  customer: string,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  let answered = 0
  let hasEnded = false
  const write = async (writer: number) => {
    for (let count = 0; !hasEnded; count += 1) {
      const text = `restart ${writer} ${count}`
      const isAccepted = await postTextMessage(channel, customer, text).then(
        () => true,
        () => false,
      )
      counts.set(text, isAccepted ? 0 : -1)
      if (isAccepted) answered += 1
    }
  }
  const moreReplies = () => {
    const wanted = answered + REPLIES
    return until(async () => answered >= wanted)
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  try {
    await moreReplies()
    process.kill(Number(readFileSync(DESK_PID, 'utf8')), 'SIGKILL')
    await run('systemctl', ['start', 'oa-desk'])
    await moreReplies()
    await run('systemctl', ['restart', 'oa-desk'])
    await moreReplies()
  } finally {
    hasEnded = true
    await writing
  }
  let stored: string[] = []
  await until(async () => {
    stored = await storedTexts()
    return [...counts].every(([text, count]) => count < 0 || stored.includes(text))
  }).catch(() => undefined)
  for (const text of stored) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

async function storedTexts(): Promise<string[]> {
  const sqlText = "select text from messages where text like 'restart %'"
  const psql = ['psql', '--no-align', '--tuples-only', '--command', sqlText, 'oa_desk']
  const { stdout } = await run('runuser', ['-u', 'postgres', '--', ...psql], { maxBuffer: 64_000_000 })
  return stdout.split('\n').filter((line) => line !== '')
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while (!(await isSo())) {
    if (performance.now() > deadline)
      throw new Error('webhooks were not acknowledged, or not stored, in time')
    await pause(100)
  }
}
