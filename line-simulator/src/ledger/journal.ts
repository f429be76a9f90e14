import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomic } from './atomic-file.ts'

/**
 * An append-only file of JSON lines, replaced by `rewrite`. Each entry is one write, so it is complete or missing; a
 * partial last line after a crash is dropped on reading.
 */
export class Journal<Entry> {
  private readonly path: string
  private file: number | undefined
  /** Number of lines since the last rewrite. */
  appended = 0

  constructor(path: string) {
    this.path = path
    mkdirSync(dirname(path), { recursive: true })
  }

  read(): Entry[] {
    if (!existsSync(this.path)) return []
    const entries: Entry[] = []
    for (const line of readFileSync(this.path, 'utf8').split('\n')) {
      if (!line) continue
      try {
        entries.push(JSON.parse(line) as Entry)
      } catch {
        // A partial line from a crash during the write, which was never acknowledged.
      }
    }
    return entries
  }

  append(entry: Entry): void {
    this.file ??= openSync(this.path, 'a', 0o600)
    writeSync(this.file, `${JSON.stringify(entry)}\n`)
    this.appended += 1
  }

  rewrite(entries: Entry[]): void {
    this.close()
    writeFileAtomic(this.path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    this.appended = 0
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file)
    this.file = undefined
  }
}
