import pg from 'pg'
import { expect, test } from 'vitest'
import { APPLICATION_NAME_OF_OLD_SERVERS, connectionOptions } from '../db/client.ts'
import { runHousekeeping } from '../housekeeping.ts'
import { isSealed, Sealing } from '../secrets/sealing.ts'
import { signatureOf } from '../testing/line-events.ts'
import { linesOfLog } from '../testing/log-lines.ts'
import { createTestDesk } from '../testing/test-desk.ts'
import { TEST_SEALING } from '../testing/test-sealing.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { saveChannel } from './channel.store.ts'
import {
  findWebhookAccounts,
  openSealing,
  requireOpenSecrets,
  sealPlainSecrets,
} from './channel-secrets.store.ts'

const testDesk = useTestDesk()
const db = () => testDesk.context.db
const stored = (key: string) =>
  testDesk
    .query(`select secret, access_token from channels where key = '${key}'`)
    .then(([row]) => Object.values(row ?? {}) as string[])
const secretOf = async (key: string, sealing = TEST_SEALING) =>
  (await findWebhookAccounts(db(), sealing)).find((each) => each.key === key)?.secret

async function webhook(key: string, secret: string) {
  const payload = JSON.stringify({ events: [] })
  const { statusCode } = await testDesk.app.inject({
    method: 'POST',
    url: `/line/webhook/${key}`,
    headers: { 'content-type': 'application/json', 'x-line-signature': signatureOf(secret, payload) },
    payload,
  })
  return statusCode
}

test('what an earlier release wrote in plain is sealed in place, and serves before and after', async () => {
  expect(await stored('main')).toEqual(['secret-main', 'token-main'])
  expect(await webhook('main', 'secret-main')).toBe(200)
  expect(await sealPlainSecrets(db(), TEST_SEALING)).toBe(2)
  const sealed = await stored('main')
  expect(sealed.every(isSealed)).toBe(true)
  expect(sealed.join()).not.toMatch(/secret-main|token-main/)
  expect(await webhook('main', 'secret-main')).toBe(200)
  expect(await secretOf('main')).toBe('secret-main')
  expect(await sealPlainSecrets(db(), TEST_SEALING)).toBe(0)
  expect(await stored('main')).toEqual(sealed)
})

test('as long as a server of the release before is connected, it finds in the columns what it understands', async () => {
  const old = new pg.Client({
    ...connectionOptions(testDesk.database.address),
    application_name: APPLICATION_NAME_OF_OLD_SERVERS,
  })
  await old.connect()
  await testDesk.addChannel('old')
  expect(await sealPlainSecrets(db(), TEST_SEALING)).toBe(0)
  const facts = {
    key: 'new',
    name: 'N',
    lineBotUserId: 'Unew',
    secret: 'secret-new',
    accessToken: 'token-new',
  }
  await saveChannel(db(), TEST_SEALING, facts, 'command line')
  expect(await stored('old')).toEqual(['secret-old', 'token-old'])
  expect(await stored('new')).toEqual(['secret-new', 'token-new'])
  const gone = new Promise((done) => old.once('end', done))
  await old.end()
  await gone
  await expect
    .poll(() => runHousekeeping(testDesk.context, { maxMs: 0 }).then((done) => done['secrets in plain']))
    .toBe(4)
  expect([...(await stored('old')), ...(await stored('new'))].every(isSealed)).toBe(true)
  expect(await secretOf('new')).toBe('secret-new')
})

test('does not overwrite a secret that changes while the old one is being encrypted', async () => {
  await testDesk.addChannel('raced')
  await testDesk.query(`update channels set secret = 'written meanwhile' where key = 'raced'`)
  // Works on the row as it was read before the change.
  await sealPlainSecrets(db(), TEST_SEALING)
  expect(await secretOf('raced')).toBe('written meanwhile')
})

test('does not decrypt a secret that was copied to another row', async () => {
  await testDesk.addChannel('thief')
  await sealPlainSecrets(db(), TEST_SEALING)
  await testDesk.query(
    `update channels set secret = (select secret from channels where key = 'main') where key = 'thief'`,
  )
  expect(await secretOf('thief')).toBeNull()
  await expect(requireOpenSecrets(db(), TEST_SEALING)).rejects.toThrow(
    /^[^\n]*\(thief\) do not open: it was altered/,
  )
  await testDesk.query(`delete from channels where key = 'thief'`)
})

test('returns 503 to LINE and logs when its key does not decrypt a secret', async () => {
  const { log, lines } = linesOfLog()
  const desk = await createTestDesk({ log })
  const { context } = desk
  try {
    await sealPlainSecrets(context.db, new Sealing([Buffer.alloc(32, 7)]))
    const payload = JSON.stringify({ events: [] })
    const { statusCode } = await desk.app.inject({
      method: 'POST',
      url: '/line/webhook/main',
      headers: {
        'content-type': 'application/json',
        'x-line-signature': signatureOf('secret-main', payload),
      },
      payload,
    })
    expect(statusCode).toBe(503)
    expect(lines).toContainEqual(
      expect.objectContaining({
        channel: 'main',
        msg: expect.stringContaining('does not open with the SECRETS_KEY'),
      }),
    )
    await expect(requireOpenSecrets(context.db, TEST_SEALING)).rejects.toThrow(
      /^The secrets of official accounts \(main\) do not open: it is sealed with key [0-9a-f]{8}, which is not among those given\.[^\n]*$/,
    )
    // It does not replace the key with a new one.
    await expect(
      openSealing(context.db, { ...context.config, databaseUrl: null, secretsKeys: null }),
    ).rejects.toThrow(
      /^The secrets of official accounts \(main\) are sealed, and \S+secrets-key is missing[^\n]*$/,
    )
  } finally {
    await desk.close()
  }
})
