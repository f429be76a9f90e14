import { expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

test.each([
  'backup/backup.cli.ts',
  'backup/restore.cli.ts',
  'channels/channels.cli.ts',
  'cli/migrate.cli.ts',
  'line/line.cli.ts',
  'releases/registry.cli.ts',
  'releases/release.cli.ts',
  'staff/staff.cli.ts',
])('%s --help shows its usage', async (program) => {
  expect(await runCli(program, ['--help'], {})).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Usage:\n {2}pnpm /),
    stderr: '',
  })
})
