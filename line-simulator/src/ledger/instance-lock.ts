import { existsSync, readFileSync, rmSync } from 'node:fs'
import { writeFileAtomic } from './atomic-file.ts'

const REQUEST_TIMEOUT_MS = 1_000

interface LockNote {
  url: string
  instance: string
}

function readNote(path: string): LockNote | undefined {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockNote
  } catch {
    return undefined
  }
}

/** Returns the URL in the lock file if its simulator still responds. A process id could belong to another program. */
export async function otherInstance(path: string): Promise<string | undefined> {
  const note = readNote(path)
  if (!note) return undefined
  try {
    const response = await fetch(`${note.url}/simulator/instance`, {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const { instance } = (await response.json()) as { instance?: string }
    return instance === note.instance ? note.url : undefined
  } catch {
    return undefined
  }
}

export function leaveNote(path: string, note: LockNote): void {
  writeFileAtomic(path, JSON.stringify(note))
}

export function removeNote(path: string, instance: string): void {
  if (readNote(path)?.instance === instance) rmSync(path, { force: true })
}
