import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a migrations folder in drizzle-kit's format, with these tags and SQL texts in order. */
export function writeMigrationFolder(dir: string, migrations: Record<string, string>): void {
  mkdirSync(join(dir, 'meta'), { recursive: true })
  const entries = Object.entries(migrations).map(([tag, text], index) => {
    writeFileSync(join(dir, `${tag}.sql`), text)
    return { tag, when: index + 1 }
  })
  writeFileSync(join(dir, 'meta/_journal.json'), JSON.stringify({ entries }))
}
