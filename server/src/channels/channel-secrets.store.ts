import { asc, eq, isNull } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { channels } from '../db/schema.ts'
import { DecryptionError, type Encryption } from '../secrets/encryption.ts'
import {
  createEncryption,
  findEncryption,
  type SecretsConfig,
  secretsKeyFile,
} from '../secrets/secrets-key.ts'
import { StartError } from '../start-error.ts'

export interface ChannelSecrets {
  secret: string
  accessToken: string
}

export const SECRET_FIELDS = ['secret', 'accessToken'] as const
type SecretField = (typeof SECRET_FIELDS)[number]

const IS_CONNECTED = isNull(channels.removedAt)
const SECRET_COLUMNS = { key: channels.key, secret: channels.secret, accessToken: channels.accessToken }

/** Returns row and column of a secret. The encryption binds the secret to them, so a copy elsewhere is unreadable. */
function purposeOf(key: string, field: SecretField): string {
  return `channels/${key}/${field === 'secret' ? 'secret' : 'access_token'}`
}

/** Throws DecryptionError when the secret cannot be decrypted. */
export function decryptSecret(
  encryption: Encryption,
  key: string,
  field: SecretField,
  stored: string,
): string {
  return encryption.decrypt(stored, purposeOf(key, field))
}

export function tryDecryptSecret(
  encryption: Encryption,
  key: string,
  field: SecretField,
  stored: string,
): string | null {
  try {
    return decryptSecret(encryption, key, field, stored)
  } catch (error) {
    if (error instanceof DecryptionError) return null
    throw error
  }
}

export function encryptSecrets(encryption: Encryption, key: string, secrets: ChannelSecrets): ChannelSecrets {
  return {
    secret: encryption.encrypt(secrets.secret, purposeOf(key, 'secret')),
    accessToken: encryption.encrypt(secrets.accessToken, purposeOf(key, 'accessToken')),
  }
}

async function findStored(db: Db | Tx) {
  return db
    .select(SECRET_COLUMNS)
    .from(channels)
    .where(IS_CONNECTED)
    .orderBy(asc(channels.position), asc(channels.name))
}

/** Encrypts all secrets with the first key. Returns how many had another key. Throws DecryptionError. */
export async function reencryptSecrets(db: Db, encryption: Encryption): Promise<number> {
  return inTransaction(db, async (tx) => {
    let count = 0
    for (const row of await tx.select(SECRET_COLUMNS).from(channels).where(IS_CONNECTED).for('update')) {
      for (const field of SECRET_FIELDS) {
        const stored = row[field]
        const plain = decryptSecret(encryption, row.key, field, stored)
        if (encryption.isCurrent(stored)) continue
        await tx
          .update(channels)
          .set({ [field]: encryption.encrypt(plain, purposeOf(row.key, field)) })
          .where(eq(channels.key, row.key))
        count += 1
      }
    }
    return count
  })
}

/** Creates a secrets key only when none exists and no secret is encrypted yet. Throws ConfigError, StartError. */
export async function requireEncryption(db: Db, config: SecretsConfig): Promise<Encryption> {
  const found = findEncryption(config)
  if (found !== undefined) return found
  const keys = await findStored(db)
  if (keys.length === 0) return createEncryption(config)
  throw new StartError(
    `The channel secrets (${keys.map(({ key }) => key).join(', ')}) are encrypted, and ${secretsKeyFile(config.dataDir)} is missing: copy it from where the desk ran, or set SECRETS_KEY to its content. ${WITHOUT_KEY}`,
  )
}

const WITHOUT_KEY =
  'If the key is lost, create a new one and connect each channel again with pnpm channels add.'

export async function requireDecryptableSecrets(db: Db, encryption: Encryption): Promise<void> {
  const closed = new Map<string, string>()
  for (const row of await findStored(db)) {
    for (const field of SECRET_FIELDS) {
      try {
        decryptSecret(encryption, row.key, field, row[field])
      } catch (error) {
        if (!(error instanceof DecryptionError)) throw error
        closed.set(row.key, error.message)
      }
    }
  }
  const [reason] = closed.values()
  if (reason === undefined) return
  throw new StartError(
    `The channel secrets (${[...closed.keys()].join(', ')}) cannot be decrypted: ${reason}. Set SECRETS_KEY to the key that encrypted them. ${WITHOUT_KEY}`,
  )
}

/** Key and secret of a channel, for verifying webhooks. `secret` is null when it cannot be decrypted. */
export interface WebhookCredentials {
  key: string
  secret: string | null
  botUserId: string
}

export async function findWebhookCredentials(db: Db, encryption: Encryption): Promise<WebhookCredentials[]> {
  const rows = await db
    .select({ key: channels.key, secret: channels.secret, botUserId: channels.lineBotUserId })
    .from(channels)
    .where(IS_CONNECTED)
  return rows.map((row) => ({ ...row, secret: tryDecryptSecret(encryption, row.key, 'secret', row.secret) }))
}

export async function findAccessTokens(
  db: Db,
  encryption: Encryption,
): Promise<{ key: string; accessToken: string; lineBotUserId: string }[]> {
  const rows = await db
    .select({ key: channels.key, stored: channels.accessToken, lineBotUserId: channels.lineBotUserId })
    .from(channels)
    .where(IS_CONNECTED)
  return rows.flatMap(({ key, stored, lineBotUserId }) => {
    const accessToken = tryDecryptSecret(encryption, key, 'accessToken', stored)
    return accessToken === null ? [] : [{ key, accessToken, lineBotUserId }]
  })
}

/** Returns a channel's access token; undefined when the channel is not connected or the token cannot be decrypted. */
export async function findAccessToken(
  db: Db,
  encryption: Encryption,
  key: string,
): Promise<string | undefined> {
  return (await findAccessTokens(db, encryption)).find((each) => each.key === key)?.accessToken
}
