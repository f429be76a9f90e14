import { Encryption } from '../secrets/encryption.ts'

/** Encryption key (SECRETS_KEY) of tests and benchmarks. */
export const TEST_SECRETS_KEY = '5e'.repeat(32)
export const TEST_ENCRYPTION = new Encryption([Buffer.from(TEST_SECRETS_KEY, 'hex')])

/** Returns a channel's secret, encrypted as in the table `channels`. */
export function sealedColumn(key: string, column: 'secret' | 'access_token', plain: string): string {
  return TEST_ENCRYPTION.encrypt(plain, `channels/${key}/${column}`)
}
