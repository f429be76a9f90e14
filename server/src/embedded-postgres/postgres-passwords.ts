import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error.ts'

const PasswordsSchema = z.object({
  superuser: z.string().min(1),
  owner: z.string().min(1),
  desk: z.string().min(1),
})

export type PostgresPasswords = z.infer<typeof PasswordsSchema>

export const passwordsFile = (dataDir: string) => join(dataDir, 'postgres-passwords.json')

/** Undefined when no passwords exist yet. Throws StartError when their file is unreadable or invalid. */
export function readPasswords(dataDir: string): PostgresPasswords | undefined {
  const file = passwordsFile(dataDir)
  try {
    return PasswordsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new StartError(
      `${file} cannot be read. If it is damaged, delete it: the next start sets new passwords.`,
      { cause: error },
    )
  }
}

export function newPasswords(): PostgresPasswords {
  const one = () => randomBytes(32).toString('hex')
  return { superuser: one(), owner: one(), desk: one() }
}

export function storePasswords(dataDir: string, passwords: PostgresPasswords): void {
  const file = passwordsFile(dataDir)
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, JSON.stringify(passwords), { mode: 0o600, flag: 'wx' })
  renameSync(`${file}.new`, file)
}
