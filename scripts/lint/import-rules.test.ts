import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Each case is a file, its import, and the file name of the rule that rejects it (none when the import is allowed). */
const CASES: [file: string, imported: string, rule?: string][] = [
  ['remote-chat/src/a.ts', 'shared/ui'],
  ['remote-chat/src/b.ts', '@mantine/core'],
  ['remote-chat/src/c.ts', 'host/src/main.tsx', 'packages'],
  ['remote-chat/src/d.ts', '../../remote-promo/src/x.ts', 'packages'],
  ['remote-chat/src/e.ts', '../../shared/src/api/client.ts', 'packages'],
  ['host/src/a.ts', '../../server/src/app.ts', 'packages'],
  ['host/src/b.ts', 'line-simulator/world.ts', 'line-simulator'],
  ['shared/src/ui/a.ts', '@mantine/hooks'],
  ['shared/src/ui/b.ts', 'remote-chat/x.ts', 'packages'],
  ['server/src/a.ts', 'shared/contract/constants.ts'],
  ['server/src/b.ts', 'shared/federation/remote-manifest.ts'],
  ['server/src/c.ts', 'shared/api', 'contract-alone'],
  ['server/src/d.ts', 'shared/federation/build-config.ts', 'contract-alone'],
  ['server/src/e.ts', 'line-simulator/simulator.ts', 'line-simulator'],
  ['server/src/e.test.ts', 'line-simulator/simulator.ts'],
  ['server/src/testing/e.ts', 'line-simulator/simulator.ts'],
  ['server/src/f.test.ts', '../../host/src/x.ts', 'packages'],
  ['server/src/embedded-postgres/a.ts', '../db/client.ts', 'server-folders'],
  ['server/src/secrets/a.ts', '../db/client.ts', 'server-folders'],
  ['server/src/line/c.ts', '../channels/channel-secrets.store.ts'],
  ['server/src/delivery/c.ts', '../channels/channel-secrets.store.ts', 'server-folders'],
  ['server/src/db/a.ts', '../cli/run-command.ts', 'server-folders'],
  ['server/src/db/b.ts', '../embedded-postgres/embedded-postgres.ts'],
  ['server/src/cli/a.ts', '../db/client.ts'],
  ['server/src/cli/b.ts', '../embedded-postgres/embedded-postgres.ts'],
  ['server/src/sessions/a.ts', '../http/serve-call.ts', 'server-folders'],
  ['server/src/http/a.ts', '../sessions/signed-in.ts'],
  ['server/src/staff/a.ts', '../auth/line-login.ts', 'server-folders'],
  ['server/src/auth/a.ts', '../staff/staff.store.ts'],
  ['server/src/tickets/a.ts', '../realtime/sockets.ts', 'server-folders'],
  ['server/src/tickets/b.ts', '../event-bus.ts'],
  ['server/src/realtime/a.ts', '../tickets/ticket.store.ts'],
  ['server/src/messages/a.ts', '../delivery/outbox.store.ts', 'server-folders'],
  ['server/src/messages/b.ts', '../line/message-content.ts', 'server-folders'],
  ['server/src/delivery/a.ts', '../messages/message-row.ts'],
  ['server/src/delivery/b.ts', '../line/inbox.store.ts', 'server-folders'],
  ['server/src/demo/scripts/a.ts', '../../line/message-content.ts', 'server-folders'],
  ['server/src/monitoring/a.ts', '../line/inbox.store.ts'],
  ['server/src/customers/a.ts', '../tickets/ticket-row.ts'],
  ['server/src/customers/b.ts', '../messages/message-row.ts', 'server-folders'],
  ['server/src/backup/a.ts', '../db/client.ts'],
  ['server/src/backup/b.ts', '../tickets/ticket.store.ts', 'server-folders'],
  ['server/src/db/a.test.ts', '../cli/run-command.ts'],
  ['server/src/testing/a.ts', '../auth/sign-in.ts'],
  ['line-simulator/src/a.ts', 'shared/ui', 'contract-alone'],
  ['line-simulator/src/b.ts', 'server/src/app.ts', 'packages'],
  ['e2e/tests/a.spec.ts', '../../server/src/app.ts'],
  ['bench/src/a.ts', '../../server/src/app.ts'],
  ['scripts/a.ts', '../server/src/app.ts'],
]

const WAYS: ((imported: string) => string)[] = [
  (imported) => `import { a } from '${imported}'\nconsole.log(a)\n`,
  (imported) => `import type { a } from "${imported}"\nexport type b = a\n`,
  (imported) => `export * from '${imported}'\n`,
  (imported) => `import '${imported}'\n`,
  (imported) => `console.log(await import('${imported}'), 'server/x', '@mantine/core')\n`,
]

/** Each case is a file, its source, and whether the rule for `String.normalize` rejects the source. */
const NORMALIZING: [file: string, source: string, isRefused: boolean][] = [
  ['shared/src/ui/thai/n1.ts', "export const a = ' x'.trim().normalize('NFKC')", true],
  ['server/src/search/n2.ts', 'export const a = (text?: string) => text?.normalize()', true],
  ['remote-chat/src/n3.ts', 'export const a = String.prototype.normalize', true],
  ['host/src/n4.tsx', "export const a = 'x'['normalize']('NFC')", true],
  ['server/src/search/n5.test.ts', "export const a = 'x'.normalize('NFKC')", false],
  ['shared/src/contract/safe-normalize.ts', "export const a = 'x'.normalize('NFKC')", false],
]

const MESSAGES: Record<string, string> = {
  'safe-normalize': 'A bare normalize takes quadratic time.',
  packages: 'A package imports shared, never another package.',
  'line-simulator': "Only the server's tests run the LINE simulator.",
  'contract-alone': 'The server side imports shared/contract alone.',
  'server-folders': 'A folder of the server imports those below it alone.',
}

test('the linter rejects forbidden imports and direct normalize calls in any spelling, and nothing else', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'desk-lint-'))
  try {
    cpSync(join(root, 'biome.json'), join(dir, 'biome.json'))
    cpSync(import.meta.dirname, join(dir, 'scripts/lint'), { recursive: true })
    const expected: string[] = []
    for (const [file, imported, rule] of CASES) {
      mkdirSync(join(dir, dirname(file)), { recursive: true })
      for (const [way, write] of WAYS.entries()) {
        const name = file.replace(/(\.test)?\.ts$/, `-${way}$&`)
        writeFileSync(join(dir, name), write(imported))
        if (rule !== undefined) expected.push(`${name}: ${MESSAGES[rule]}`)
      }
    }
    for (const [file, source, isRefused] of NORMALIZING) {
      mkdirSync(join(dir, dirname(file)), { recursive: true })
      writeFileSync(join(dir, file), `${source}\n`)
      if (isRefused) expected.push(`${file}: ${MESSAGES['safe-normalize']}`)
    }
    expect(await refusals(dir)).toEqual(expected.sort())
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})

/** Returns Biome's diagnostics for the files below `dir`, one per line. */
async function refusals(dir: string): Promise<string[]> {
  const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', '.']
  const output = await new Promise<string>((done) => {
    const biome = join(root, 'node_modules/.bin/biome')
    execFile(biome, args, { cwd: dir, maxBuffer: 16 * 1024 * 1024 }, (_error, stdout) => done(stdout))
  })
  return [...output.matchAll(/title=plugin,file=([^,]+),.*?::(.+?\.)/g)]
    .map(([, file = '', message]) => `${file.replace(`${dir}/`, '')}: ${message}`)
    .sort()
}
