import { resolve } from 'node:path'
import * as z from 'zod'

// Schemas of setting values. Error messages are printed after the variable's name.

export const repositoryRoot = resolve(import.meta.dirname, '../..')

export const flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'must be 0 or 1' })
  .transform((word) => /1|true/.test(word))
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)
export const required = (what: string) => z.string({ error: `is required: ${what}` })

export const SECRETS_KEY_FORMAT =
  'must be a key of 32 bytes in hex or base64 (create one with `openssl rand -hex 32`), or several, separated by commas'

/** Parses keys separated by commas or white space; undefined when there is none or one is invalid. */
export function secretsKeysOf(text: string): Buffer[] | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const keys = words.map(keyOf)
  return keys.length > 0 && keys.every((key) => key !== undefined) ? keys : undefined
}

function keyOf(word: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(word)) return Buffer.from(word, 'hex')
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(word) ? Buffer.from(word, 'base64') : undefined
}

export const secretsKeys = z.string().transform((text, context) => {
  const keys = secretsKeysOf(text)
  if (keys !== undefined) return keys
  context.addIssue(SECRETS_KEY_FORMAT)
  return z.NEVER
})

export const folder = z.string().transform((value) => resolve(repositoryRoot, value))

export const origins = z
  .string()
  .transform(listOf)
  .refine(
    (all) => all.every(isOrigin),
    'must be origins, for example https://desk.example.com, separated by commas',
  )

export function listOf(value: string): string[] {
  return value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value
}
