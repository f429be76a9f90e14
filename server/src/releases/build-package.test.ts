import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceDist } from './build-package.ts'

let packageDir: string
beforeEach(() => {
  packageDir = mkdtempSync(join(tmpdir(), 'desk-test-'))
})
afterEach(() => rmSync(packageDir, { recursive: true, force: true }))

const write = (folder: string, name: string) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), name)
}

test('a package build replaces the previous build completely', async () => {
  write(join(packageDir, 'dist'), 'old.js')
  await replaceDist(packageDir, async (working) => {
    write(working, 'new.js')
    expect(readdirSync(join(packageDir, 'dist'))).toEqual(['old.js'])
  })
  expect(readdirSync(join(packageDir, 'dist'))).toEqual(['new.js'])
  expect(readdirSync(join(packageDir, '.cache'))).toEqual([])
})

test('building a package that has no build creates its first build', async () => {
  await replaceDist(packageDir, async (working) => write(working, 'new.js'))
  expect(readFileSync(join(packageDir, 'dist/new.js'), 'utf8')).toBe('new.js')
})

test('a failed build leaves the previous build unchanged', async () => {
  write(join(packageDir, 'dist'), 'old.js')
  const failing = replaceDist(packageDir, async (working) => {
    write(working, 'half.js')
    throw new Error('types failed')
  })
  await expect(failing).rejects.toThrow('types failed')
  expect(readdirSync(join(packageDir, 'dist'))).toEqual(['old.js'])
  expect(readdirSync(join(packageDir, '.cache'))).toEqual([])
})
