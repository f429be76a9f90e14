import { execFile } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decodeWebhooks, encodeWebhook, type SpooledWebhook } from './spooled-webhook.ts'
import { WebhookSpool } from './webhook-spool.ts'

let base: string
let dir: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'spool-'))
  dir = join(base, 'spool')
})
const opened: WebhookSpool[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((spool) => spool.close()))
  rmSync(base, { recursive: true, force: true })
})

function openSpool(maxBytes = 64 * 1024 * 1024): WebhookSpool {
  const spool = new WebhookSpool({ dir, maxBytes, log: pino({ level: 'silent' }) })
  opened.push(spool)
  return spool
}

function webhook(text: string, channelKey = 'main'): SpooledWebhook {
  const body = { type: 'message', message: { text } }
  const event = { webhookEventId: text, type: 'message', userId: 'U1', lineMessageId: null, body }
  return { channelKey, events: [event] }
}

/** Drains the spool. Returns the message texts in order. */
async function drained(spool: WebhookSpool): Promise<string[]> {
  const texts: string[] = []
  while (!spool.isEmpty) {
    await spool.drainOldest(async (found) => {
      texts.push(...found.map(({ events }) => events[0]?.webhookEventId ?? ''))
    })
  }
  return texts
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

test('the webhook spool returns webhooks in order and then leaves nothing on disk', async () => {
  const spool = openSpool()
  await Promise.all(numbered(500).map((text) => spool.append(webhook(text))))
  expect(spool.waiting.records).toBe(500)
  expect(await drained(spool)).toEqual(numbered(500))
  expect([spool.waiting, readdirSync(dir)]).toEqual([{ records: 0, bytes: 0 }, []])
})

test('folder and files of the webhook spool are accessible only to their owner', async () => {
  await openSpool().append(webhook('a'))
  const [name = ''] = readdirSync(dir)
  expect([statSync(dir).mode & 0o777, statSync(join(dir, name)).mode & 0o777]).toEqual([0o700, 0o600])
})

test('the webhook spool returns webhooks of a crashed process before new ones', async () => {
  await openSpool().append(webhook('a'))
  const next = openSpool()
  expect(next.waiting.records).toBe(1)
  await next.append(webhook('b'))
  const last = openSpool()
  await last.append(webhook('c'))
  expect(await drained(last)).toEqual(['a', 'b', 'c'])
})

test('the webhook spool returns webhooks again when they could not be stored', async () => {
  const spool = openSpool()
  await spool.append(webhook('a'))
  await expect(spool.drainOldest(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  await spool.append(webhook('b'))
  expect(await drained(spool)).toEqual(['a', 'b'])
})

test('the webhook spool splits large amounts into files of bounded size', async () => {
  const spool = openSpool()
  const texts = numbered(10).map((text) => text.padEnd(400_000, '.'))
  for (const text of texts) await spool.append(webhook(text))
  expect(readdirSync(dir).length).toBeGreaterThan(3)
  expect(await drained(spool)).toEqual(texts)
})

test('a spool file that is cut off anywhere returns the webhooks before the cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(), (texts, cut) => {
      const lines = texts.map((text) => encodeWebhook(webhook(text)))
      const whole = Buffer.concat(lines)
      const length = cut % (whole.length + 1)
      let end = 0
      const before = lines.filter((line) => {
        end += line.length
        return end <= length
      })
      const { webhooks, broken } = decodeWebhooks(whole.subarray(0, length))
      expect(webhooks).toEqual(texts.slice(0, before.length).map((text) => webhook(text)))
      const rest = length - Buffer.concat(before).length
      expect(broken).toBe(rest > 0 ? 1 : 0)
    }),
  )
})

test('a changed byte in a spool file loses only the webhook that contains the byte', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (index, change) => {
      const lines = ['a', 'b', 'c'].map((text) => encodeWebhook(webhook(text)))
      const whole = Buffer.concat(lines)
      const at = index % whole.length
      whole[at] = (whole[at] ?? 0) ^ change
      const found = decodeWebhooks(whole).webhooks.map(({ events }) => events[0]?.webhookEventId)
      // Expects at least one webhook, because a changed line end also destroys the next line.
      expect(found.length).toBeGreaterThanOrEqual(1)
      expect(['a', 'b', 'c'].filter((text) => found.includes(text))).toEqual(found)
    }),
  )
})

test('the webhook spool skips an incomplete end of a file, but no acknowledged webhook', async () => {
  await openSpool().append(webhook('a'))
  const [name = ''] = readdirSync(dir)
  appendFileSync(join(dir, name), encodeWebhook(webhook('torn')).subarray(0, 40))
  const spool = openSpool()
  await spool.append(webhook('b'))
  expect(await drained(spool)).toEqual(['a', 'b'])
  expect(readdirSync(dir)).toEqual([])
})

test('a spool file with a modified line is retained for inspection, and its other webhooks are stored', async () => {
  const before = openSpool()
  for (const text of ['a', 'b', 'c']) await before.append(webhook(text))
  await before.close()
  const [name = ''] = readdirSync(dir)
  const content = readFileSync(join(dir, name))
  content[encodeWebhook(webhook('a')).length + 20] = 0x7e
  writeFileSync(join(dir, name), content)
  expect(await drained(openSpool())).toEqual(['a', 'c'])
  expect(readdirSync(dir)).toEqual([`${name}.broken`])
  expect(readFileSync(join(dir, `${name}.broken`))).toEqual(content)
  expect(openSpool().isEmpty).toBe(true)
})

test('a full webhook spool refuses webhooks, and accepts them again once there is space', async () => {
  const size = encodeWebhook(webhook('a')).length
  const spool = openSpool(2 * size)
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((text) => spool.append(webhook(text))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(outcomes[2]).toMatchObject({ reason: { code: 'unavailable' } })
  expect(await drained(spool)).toEqual(['a', 'b'])
  await spool.append(webhook('d'))
  expect(await drained(spool)).toEqual(['d'])
})

test('a webhook that cannot be written to the spool is refused, and not counted as spooled', async () => {
  const spool = openSpool()
  writeFileSync(dir, 'a file stands where the folder should be')
  await expect(spool.append(webhook('a'))).rejects.toMatchObject({ code: 'unavailable' })
  expect([spool.waiting, spool.isEmpty]).toEqual([{ records: 0, bytes: 0 }, true])
  rmSync(dir)
  await spool.append(webhook('b'))
  expect(await drained(spool)).toEqual(['b'])
})

test('when the disk becomes full, only the spooled webhook being written is lost', async () => {
  // Limits files to 8 blocks of 512 bytes: of a larger write, only the beginning is stored before the write fails.
  const script = `
    import pino from ${JSON.stringify(import.meta.resolve('pino'))}
    import { WebhookSpool } from ${JSON.stringify(import.meta.resolve('./webhook-spool.ts'))}
    const spool = new WebhookSpool({ dir: process.env.DIR, maxBytes: 1e6, log: pino({ level: 'silent' }) })
    for (const text of ['a', 'b', 'c', 'd', 'e']) {
      const body = { text: text.repeat(1_200) }
      const event = { webhookEventId: text, type: 'message', userId: 'U1', lineMessageId: null, body }
      const outcome = await spool.append({ channelKey: 'main', events: [event] }).catch((error) => error.code)
      console.log(text, outcome ?? 'kept')
    }`
  const shell = `trap '' XFSZ; ulimit -f 8; exec "$NODE" --input-type=module -e "$SCRIPT"`
  const { stdout } = await promisify(execFile)('sh', ['-c', shell], {
    env: { ...process.env, NODE: process.execPath, SCRIPT: script, DIR: dir },
  })
  const texts = stdout.trim().split('\n')
  expect(texts).toContain('d unavailable')
  const stored = texts.filter((line) => line.endsWith(' kept')).map((line) => line.replace(' kept', ''))
  expect(stored).toEqual(['a', 'b', 'c', 'e'])
  expect(await drained(openSpool())).toEqual(stored)
})

test('the webhook spool continues when another process has removed one of its files', async () => {
  const spool = openSpool()
  await spool.append(webhook('a'))
  const [name = ''] = readdirSync(dir)
  await spool.close()
  await spool.append(webhook('b'))
  rmSync(join(dir, name))
  expect(await drained(spool)).toEqual(['b'])
})

test('a webhook that the database refuses is stored completely in a separate file', async () => {
  const spool = openSpool()
  await spool.append(webhook('a'))
  const file = await spool.setAside(webhook('poison'))
  expect(await drained(openSpool())).toEqual(['a'])
  expect(decodeWebhooks(readFileSync(file)).webhooks).toEqual([webhook('poison')])
})

test('webhooks set aside are counted, and processed first when an operator returns them to the spool', async () => {
  const spool = openSpool()
  expect(await spool.countSetAside()).toBe(0)
  await spool.append(webhook('later'))
  for (const [index, text] of ['poison', 'more'].entries()) {
    await spool.setAside(webhook(text))
    expect(await spool.countSetAside()).toBe(index + 1)
  }
  await spool.close()
  // Follows the procedure of docs/operate.md.
  renameSync(join(dir, 'refused.jsonl'), join(dir, '000000000000.jsonl'))
  expect(await spool.countSetAside()).toBe(0)
  expect(await drained(openSpool())).toEqual(['poison', 'more', 'later'])
})
