import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refusalOf } from './testing/server-process.ts'

const MAIN = resolve(import.meta.dirname, 'main.ts')
/** User id that no user of this machine has. */
const USER = 54_321
const AS_USER = ['setpriv', `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups']
const isRoot = process.getuid?.() === 0
const [setpriv = '', ...asUser] = AS_USER
const canBeUser = isRoot && spawnSync(setpriv, [...asUser, 'test', '-r', MAIN]).status === 0

const mountTiny = (dir: string, size: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dir]).status === 0
const canMount = isRoot && tryToMount()

function tryToMount(): boolean {
  const dir = mkdtempSync(join(tmpdir(), 'desk-test-'))
  const works = mountTiny(dir, 65_536)
  if (works) spawnSync('umount', [dir])
  rmSync(dir, { recursive: true })
  return works
}

let home: string
let dataDir: string
let isMounted: boolean
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'desk-test-'))
  chmodSync(home, 0o711)
  dataDir = join(home, 'data')
  mkdirSync(dataDir)
  isMounted = false
})
afterEach(() => {
  if (isMounted) spawnSync('umount', [dataDir])
  rmSync(home, { recursive: true, force: true })
})

const start = (how = {}, more = {}) => refusalOf({ DATA_DIR: dataDir, PORT: '0', TMPDIR: home, ...more }, how)
const oneLine = (stderr: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(stderr) })

test('reports a file in place of DATA_DIR, or of a folder below it', async () => {
  writeFileSync(join(dataDir, 'logs'), '')
  expect(await start()).toEqual(
    oneLine(
      /^[^\n]+\/data\/logs cannot be used: a file exists where a folder is needed \(EEXIST\)\. Remove that[^\n]+\n$/,
    ),
  )
  rmSync(dataDir, { recursive: true })
  writeFileSync(dataDir, '')
  expect(await start()).toEqual(
    oneLine(/^DATA_DIR [^\n]+ cannot be used: [^\n]+ \(EEXIST\)\. Remove that, or set another DATA_DIR\.\n$/),
  )
})

test.each(['MEDIA_DIR', 'RELEASES_DIR'])(
  'reports a file in place of %s',
  async (setting) => {
    const dir = join(home, 'file')
    writeFileSync(dir, '')
    const { code, stderr } = await start({}, { [setting]: dir })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      new RegExp(
        `^${setting} ${dir}\\S* cannot be used: a file exists where a folder is needed [^\\n]+, or set another ${setting}\\.\\n$`,
      ),
    )
  },
  60_000,
)

test.runIf(canBeUser)('reports a DATA_DIR of another user, and one with a file of another user', async () => {
  const how = { command: [...AS_USER, process.execPath, MAIN] }
  const todo =
    'the desk user has no permission \\(EACCES\\)\\. Give it to the user that runs the desk[^\\n]+\\n$'
  chmodSync(dataDir, 0o700)
  expect(await start(how)).toEqual(oneLine(new RegExp(`^DATA_DIR [^\\n]+ cannot be used: ${todo}`)))
  chownSync(dataDir, USER, USER)
  writeFileSync(join(dataDir, 'server.pid'), '', { mode: 0o600 })
  expect(await start(how)).toEqual(oneLine(new RegExp(`^DATA_DIR [^\\n]+ cannot be used: ${todo}`)))
  rmSync(join(dataDir, 'server.pid'))
  mkdirSync(join(dataDir, 'logs'))
  expect(await start(how)).toEqual(oneLine(new RegExp(`^[^\\n]+postgres.log cannot be used: ${todo}`)))
})

test.runIf(canBeUser)(
  'reports a user id without a name, as in a container, in one line with a remedy',
  async () => {
    chownSync(dataDir, USER, USER)
    chmodSync(home, 0o777)
    const refusal = await start({ command: [...AS_USER, process.execPath, MAIN] })
    expect(refusal).toEqual(
      oneLine(/^The user id 54321 has no entry in \/etc\/passwd, [^\n]+ set DATABASE_URL [^\n]+\n$/),
    )
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  },
)

test.runIf(canMount).each([
  [
    'from the beginning',
    64 * 1024,
    /^DATA_DIR [^\n]+ cannot be used: the disk is full \(ENOSPC\)\. Free space/,
  ],
  [
    'for the database',
    20 * 1024 * 1024,
    /^The database could not be created [^\n]+: the disk is full \(ENOSPC\)\. Free/,
  ],
])('the start reports a disk that is too small %s', async (_name, size, words) => {
  isMounted = mountTiny(dataDir, size)
  expect(isMounted).toBe(true)
  if (size < 1024 * 1024) writeFileSync(join(dataDir, 'full'), Buffer.alloc(size))
  const refusal = await start()
  expect(refusal).toEqual(oneLine(words))
  expect(refusal.stderr.trimEnd()).not.toContain('\n')
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})
