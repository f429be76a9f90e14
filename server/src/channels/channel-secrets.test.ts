import { expect, test } from 'vitest'
import { channels } from '../db/schema.ts'
import { Encryption } from '../secrets/encryption.ts'
import { signatureOf } from '../testing/line-events.ts'
import { linesOfLog } from '../testing/log-lines.ts'
import { createTestDesk } from '../testing/test-desk.ts'
import { TEST_ENCRYPTION } from '../testing/test-encryption.ts'
import { useTestDesk } from '../testing/use-test-desk.ts'
import {
  encryptSecrets,
  findWebhookCredentials,
  requireDecryptableSecrets,
  requireEncryption,
} from './channel-secrets.store.ts'

const testDesk = useTestDesk()
const db = () => testDesk.context.db
const stored = (key: string) =>
  testDesk
    .query(`select secret, access_token from channels where key = '${key}'`)
    .then(([row]) => Object.values(row ?? {}) as string[])
const secretOf = async (key: string, encryption = TEST_ENCRYPTION) =>
  (await findWebhookCredentials(db(), encryption)).find((each) => each.key === key)?.secret

test('stores channel secrets encrypted, and refuses a row with an unencrypted secret', async () => {
  const columns = await stored('main')
  expect(columns).toEqual([expect.stringMatching(/^sealed:1:/), expect.stringMatching(/^sealed:1:/)])
  expect(await secretOf('main')).toBe('secret-main')
  await testDesk.addChannel('plain')
  await testDesk.query(`update channels set secret = 'plain text' where key = 'plain'`)
  expect(await secretOf('plain')).toBeNull()
  await expect(requireDecryptableSecrets(db(), TEST_ENCRYPTION)).rejects.toThrow(
    /^[^\n]*\(plain\) cannot be decrypted/,
  )
  await testDesk.query(`delete from channels where key = 'plain'`)
})

test('does not decrypt a channel secret that was copied to another row', async () => {
  await testDesk.addChannel('thief')
  await testDesk.query(
    `update channels set secret = (select secret from channels where key = 'main') where key = 'thief'`,
  )
  expect(await secretOf('thief')).toBeNull()
  await expect(requireDecryptableSecrets(db(), TEST_ENCRYPTION)).rejects.toThrow(
    /^[^\n]*\(thief\) cannot be decrypted: it was changed/,
  )
  await testDesk.query(`delete from channels where key = 'thief'`)
})

test('a webhook returns 503 and logs the reason when the key does not decrypt the channel secret', async () => {
  const { log, lines } = linesOfLog()
  const desk = await createTestDesk({ log })
  const { context } = desk
  try {
    const other = encryptSecrets(new Encryption([Buffer.alloc(32, 7)]), 'main', {
      secret: 'secret-main',
      accessToken: 'token-main',
    })
    await context.db.update(channels).set(other)
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
        msg: expect.stringContaining('cannot be decrypted with the SECRETS_KEY'),
      }),
    )
    await expect(requireDecryptableSecrets(context.db, TEST_ENCRYPTION)).rejects.toThrow(
      /^The channel secrets \(main\) cannot be decrypted: it is encrypted with key [0-9a-f]{8}, which is not given\.[^\n]*$/,
    )
    // Checks that the server refuses to start and does not create a new key.
    await expect(
      requireEncryption(context.db, { ...context.config, databaseUrl: null, secretsKeys: null }),
    ).rejects.toThrow(/^The channel secrets \(main\) are encrypted, and \S+secrets-key is missing[^\n]*$/)
  } finally {
    await desk.close()
  }
})
