import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../testing/run-cli.ts'

test.each([
  ['staff.cli.ts', ['list']],
  ['channels/channels.cli.ts', ['list']],
  ['line/line.cli.ts', ['parked']],
  ['releases/registry.cli.ts', ['rollback', 'remote-chat']],
  ['releases/release.cli.ts', ['remote-chat']],
  ['cli/migrate.cli.ts', []],
])('prints one line and creates no files for %s %s without a desk', async (program, args) => {
  const home = mkdtempSync(join(tmpdir(), 'desk-test-'))
  const dataDir = join(home, 'data')
  try {
    expect(await runCli(program, args, { DATA_DIR: dataDir })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^There is no desk in ${dataDir}[^\n]+\n$`)),
    })
    expect(existsSync(dataDir)).toBe(false)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})

test.each([
  ['releases/registry.cli.ts', ['rollback', '../chat']],
  ['releases/release.cli.ts', ['nowhere']],
])('rejects arguments of %s %s before anything starts', async (program, args) => {
  const outcome = await runCli(program, args, { DATA_DIR: '/proc/nowhere' })
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/\nUsage:\n {2}pnpm /) })
})
