import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Writes a file atomically. Its mode is 0600, because the file contains secrets. */
export function writeFileAtomic(path: string, content: string): void {
  const temporary = `${path}.${process.pid}.tmp`
  const file = openSync(temporary, 'w', 0o600)
  try {
    writeSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
}
