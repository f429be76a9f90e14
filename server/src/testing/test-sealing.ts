import { Sealing } from '../secrets/sealing.ts'

/** The SECRETS_KEY of tests and benchmarks. */
export const TEST_SECRETS_KEY = '5e'.repeat(32)
export const TEST_SEALING = new Sealing([Buffer.from(TEST_SECRETS_KEY, 'hex')])
