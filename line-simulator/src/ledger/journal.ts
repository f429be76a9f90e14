import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomic } from './atomic-file.ts'

/** File of entries, each written in one piece. Reading drops a partial last line, which a crash has left. */
export class Journal<Entry> {
  private readonly path: string
  private file: number | undefined
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
        // This is a partial line, left by a crash. Its entry was never acknowledged.
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
