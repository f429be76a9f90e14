import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockDataDir } from './data-dir-lock.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'desk test '))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('lock of DATA_DIR', () => {
  test('a released lock of DATA_DIR can be acquired again, and `wasLeft` is false', () => {
    const first = lockDataDir(dataDir, 'server')
    expect(first.wasLeft).toBe(false)
    first.release()
    const second = lockDataDir(dataDir, 'server')
    expect(second.wasLeft).toBe(false)
    second.release()
  })

  test('`wasLeft` is true when the former process did not release the lock', () => {
    writeFileSync(join(dataDir, 'server.pid'), '4711')
    const lock = lockDataDir(dataDir, 'server')
    expect(lock.wasLeft).toBe(true)
    lock.release()
  })

  test('only the owner can open the lock file, even after the file mode was changed', () => {
    const file = join(dataDir, 'server.lock')
    const modeOf = () => statSync(file).mode & 0o777
    lockDataDir(dataDir, 'server').release()
    expect(modeOf()).toBe(0o600)
    chmodSync(file, 0o644)
    const lock = lockDataDir(dataDir, 'server')
    expect(modeOf()).toBe(0o600)
    // Checks that restoring the file mode did not release the lock of DATA_DIR.
    expect(() => lockDataDir(dataDir, 'server')).toThrow(/already in use/)
    lock.release()
  })

  test('locking fails when DATA_DIR is not writable', () => {
    writeFileSync(join(dataDir, 'file'), '')
    expect(() => lockDataDir(join(dataDir, 'file/below'), 'server')).toThrow(/cannot be used/)
  })
})
