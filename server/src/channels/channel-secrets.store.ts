import { asc, eq, isNull } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '../db/client.ts'
import { channels } from '../db/schema.ts'
import { SealError, type Sealing } from '../secrets/sealing.ts'
import { findSealing, makeSealing, type SecretsConfig, secretsKeyFile } from '../secrets/secrets-key.ts'
import { StartError } from '../start-error.ts'

export interface ChannelSecrets {
  secret: string
  accessToken: string
}

export const SECRET_FIELDS = ['secret', 'accessToken'] as const
type SecretField = (typeof SECRET_FIELDS)[number]

const CONNECTED = isNull(channels.removedAt)
const STORED = { key: channels.key, secret: channels.secret, accessToken: channels.accessToken }

/** Binds an encrypted secret to its row and column, so that it cannot be decrypted elsewhere. */
function purposeOf(key: string, field: SecretField): string {
  return `channels/${key}/${field === 'secret' ? 'secret' : 'access_token'}`
}

/** Decrypts a secret of the table. Throws SealError. */
export function openSecret(sealing: Sealing, key: string, field: SecretField, stored: string): string {
  return sealing.open(stored, purposeOf(key, field))
}

/** Like `openSecret`, but returns null when these keys do not decrypt it. */
export function openSecretIfAble(
  sealing: Sealing,
  key: string,
  field: SecretField,
  stored: string,
): string | null {
  try {
    return openSecret(sealing, key, field, stored)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

/** Encrypts both secrets for the table. */
export function sealSecrets(sealing: Sealing, key: string, secrets: ChannelSecrets): ChannelSecrets {
  return {
    secret: sealing.seal(secrets.secret, purposeOf(key, 'secret')),
    accessToken: sealing.seal(secrets.accessToken, purposeOf(key, 'accessToken')),
  }
}

async function findStored(db: Db | Tx) {
  return db.select(STORED).from(channels).where(CONNECTED).orderBy(asc(channels.position), asc(channels.name))
}

/**
 * Encrypts all secrets again that are not encrypted with the first key. All or nothing. Throws SealError. Returns their
 * number.
 */
export async function resealSecrets(db: Db, sealing: Sealing): Promise<number> {
  return inTransaction(db, async (tx) => {
    let count = 0
    for (const row of await tx.select(STORED).from(channels).where(CONNECTED).for('update')) {
      for (const field of SECRET_FIELDS) {
        const stored = row[field]
        const plain = openSecret(sealing, row.key, field, stored)
        if (sealing.isCurrent(stored)) continue
        await tx
          .update(channels)
          .set({ [field]: sealing.seal(plain, purposeOf(row.key, field)) })
          .where(eq(channels.key, row.key))
        count += 1
      }
    }
    return count
  })
}

/**
 * Returns the desk's encryption, and creates its key when there is none and nothing is encrypted yet. Throws
 * ConfigError, and StartError when secrets are encrypted but the key is missing.
 */
export async function openSealing(db: Db, config: SecretsConfig): Promise<Sealing> {
  const found = findSealing(config)
  if (found !== undefined) return found
  const keys = await findStored(db)
  if (keys.length === 0) return makeSealing(config)
  throw new StartError(
    `The secrets of official accounts (${keys.map(({ key }) => key).join(', ')}) are sealed, and ${secretsKeyFile(config.dataDir)} is missing: bring it back from where the desk ran, or set SECRETS_KEY to what it holds. ${WITHOUT_KEY}`,
  )
}

const WITHOUT_KEY = 'If the key is lost, make another and connect each account anew with pnpm channels add.'

/** Throws StartError with the channel keys when secrets of connected channels cannot be decrypted with these keys. */
export async function requireOpenSecrets(db: Db, sealing: Sealing): Promise<void> {
  const closed = new Map<string, string>()
  for (const row of await findStored(db)) {
    for (const field of SECRET_FIELDS) {
      try {
        openSecret(sealing, row.key, field, row[field])
      } catch (error) {
        if (!(error instanceof SealError)) throw error
        closed.set(row.key, error.message)
      }
    }
  }
  const [reason] = closed.values()
  if (reason === undefined) return
  throw new StartError(
    `The secrets of official accounts (${[...closed.keys()].join(', ')}) do not open: ${reason}. Set SECRETS_KEY to the key that sealed them. ${WITHOUT_KEY}`,
  )
}

/** Connected channel as its webhook needs it. `secret` is null when these keys do not decrypt it. */
export interface WebhookAccount {
  key: string
  secret: string | null
  botUserId: string
}

export async function findWebhookAccounts(db: Db, sealing: Sealing): Promise<WebhookAccount[]> {
  const rows = await db
    .select({ key: channels.key, secret: channels.secret, botUserId: channels.lineBotUserId })
    .from(channels)
    .where(CONNECTED)
  return rows.map((row) => ({ ...row, secret: openSecretIfAble(sealing, row.key, 'secret', row.secret) }))
}

/** Returns the access tokens of connected channels that can be decrypted. */
export async function findAccessTokens(
  db: Db,
  sealing: Sealing,
): Promise<{ key: string; accessToken: string; lineBotUserId: string }[]> {
  const rows = await db
    .select({ key: channels.key, stored: channels.accessToken, lineBotUserId: channels.lineBotUserId })
    .from(channels)
    .where(CONNECTED)
  return rows.flatMap(({ key, stored, lineBotUserId }) => {
    const accessToken = openSecretIfAble(sealing, key, 'accessToken', stored)
    return accessToken === null ? [] : [{ key, accessToken, lineBotUserId }]
  })
}

/** Returns undefined when the channel is not connected or its token cannot be decrypted. */
export async function findAccessToken(db: Db, sealing: Sealing, key: string): Promise<string | undefined> {
  return (await findAccessTokens(db, sealing)).find((each) => each.key === key)?.accessToken
}
