import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runCli } from '../testing/run-cli.ts'
import { showUsageIfRequested } from './run-command.ts'

test.each([
  ['staff.cli.ts', ['list']],
  ['channels/channels.cli.ts', ['list']],
  ['line/line.cli.ts', ['parked']],
  ['releases/registry.cli.ts', ['rollback', 'remote-chat']],
  ['releases/release.cli.ts', ['remote-chat']],
  ['cli/migrate.cli.ts', []],
])('`%s %s` prints one line and creates no files when there is no desk', async (program, args) => {
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
])('`%s %s` rejects its arguments before anything starts', async (program, args) => {
  const outcome = await runCli(program, args, { DATA_DIR: '/proc/nowhere' })
  expect(outcome).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/\nUsage:\n {2}pnpm /) })
})

describe('a program that accepts no arguments', () => {
  const { argv, exitCode } = process
  afterEach(() => {
    process.argv = argv
    process.exitCode = exitCode
    vi.restoreAllMocks()
  })

  /** Returns what the program prints and its exit code. */
  function start(...args: string[]) {
    const printed = { stdout: vi.spyOn(console, 'log'), stderr: vi.spyOn(console, 'error') }
    for (const each of Object.values(printed)) each.mockImplementation(() => {})
    process.argv = ['node', 'program.ts', ...args]
    process.exitCode = undefined
    const isEnded = showUsageIfRequested('Usage:\n  pnpm program')
    const code = process.exitCode ?? 0
    return {
      isEnded,
      code,
      stdout: printed.stdout.mock.calls.flat(),
      stderr: printed.stderr.mock.calls.flat(),
    }
  }

  test('a program that accepts no arguments continues when it is called without arguments', () => {
    expect(start()).toEqual({ isEnded: false, code: 0, stdout: [], stderr: [] })
  })

  test.each(['--help', '-h'])('a program shows its usage when called with %s, and ends', (argument) => {
    expect(start(argument)).toEqual({
      isEnded: true,
      code: 0,
      stdout: ['Usage:\n  pnpm program'],
      stderr: [],
    })
  })

  test.each([['nonsense', 'nonsense'], ['--nonsense']])('exits with 2 when called with %s', (...args) => {
    const stderr = [`Unexpected arguments: ${args.join(' ')}\n\nUsage:\n  pnpm program`]
    expect(start(...args)).toEqual({ isEnded: true, code: 2, stdout: [], stderr })
  })
})
