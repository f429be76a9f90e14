import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Format of encrypted text: version, key id, and base64url of nonce, ciphertext and tag. */
const ENCRYPTED = /^sealed:1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/

/** Decryption failed: unknown key, altered ciphertext, or another purpose. The error never contains the secret. */
export class DecryptionError extends Error {}

/** AES-256-GCM. The first key encrypts, all keys decrypt. A text is bound to its purpose (`channels/main/secret`). */
export class Encryption {
  private readonly encryptionKey: { id: string; key: Buffer }
  private readonly keys: ReadonlyMap<string, Buffer>

  /** Requires at least one key. Each key has 32 bytes. */
  constructor(keys: readonly Buffer[]) {
    const known = keys.map((key) => ({ id: idOf(key), key }))
    const [first] = known
    if (first === undefined) throw new RangeError('no key is given')
    this.encryptionKey = first
    this.keys = new Map(known.map(({ id, key }) => [id, key]))
  }

  encrypt(plain: string, what: string): string {
    const { id, key } = this.encryptionKey
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(
      Buffer.from(what),
    )
    const parts = [nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return `sealed:1:${id}:${Buffer.concat(parts).toString('base64url')}`
  }

  /** Throws DecryptionError when decryption fails. */
  decrypt(encrypted: string, what: string): string {
    const [, id = '', content = ''] = ENCRYPTED.exec(encrypted) ?? []
    if (id === '') throw new DecryptionError('it has an unknown format')
    const key = this.keys.get(id)
    if (key === undefined) throw new DecryptionError(`it is encrypted with key ${id}, which is not given`)
    const bytes = Buffer.from(content, 'base64url')
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new DecryptionError('it is truncated')
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const end = bytes.length - TAG_BYTES
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(what))
      .setAuthTag(bytes.subarray(end))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()]).toString(
        'utf8',
      )
    } catch {
      throw new DecryptionError(`it was changed, or was encrypted for another row (key ${id})`)
    }
  }

  isCurrent(text: string): boolean {
    return ENCRYPTED.exec(text)?.[1] === this.encryptionKey.id
  }
}

/** Returns an id that distinguishes encryption keys without revealing them. */
function idOf(key: Buffer): string {
  return createHash('sha256').update('oa-desk secrets key').update(key).digest('hex').slice(0, 8)
}
