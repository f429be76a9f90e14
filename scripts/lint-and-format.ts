/** `pnpm lint` and `pnpm format`: check the rules of the linters and apply automatic fixes. */
import { join } from 'node:path'
import { defineProgram, UsageError } from '../server/src/cli/run-command.ts'
import { isCommitSubject } from './lint/commit-subject.ts'
import { branchPoint, git } from './tools/branch.ts'
import { runToEnd } from './tools/child-process.ts'

const USAGE = `Usage:
  pnpm lint
  pnpm format

lint checks the rules, the format, that no code or dependency is unused, and the subjects of the branch's commits.
format fixes in place what it can.`

const root = join(import.meta.dirname, '..')
const STEPS: Record<string, [program: string, ...args: string[]][]> = {
  lint: [
    ['biome', 'check', '.'],
    ['knip', '--no-config-hints'],
  ],
  format: [['biome', 'check', '--write', '.']],
}

export const main = defineProgram(USAGE, async ([name = '', ...words]) => {
  const steps = STEPS[name]
  if (steps === undefined || words.length > 0)
    throw new UsageError(`Unexpected arguments: ${words.join(' ')}`)
  for (const [program, ...args] of steps) {
    const { code } = await runToEnd(join(root, 'node_modules/.bin', program), args, { cwd: root, show: true })
    if (code === 0) continue
    process.exitCode = 1
    return
  }
  if (name !== 'lint') return
  const invalid = git(['log', '--format=%s', `${branchPoint()}..HEAD`]).filter(
    (each) => !isCommitSubject(each),
  )
  for (const subject of invalid)
    console.error(`commit subject is not "type(scope): imperative" of at most 72 characters: ${subject}`)
  if (invalid.length > 0) process.exitCode = 1
})

if (import.meta.main) await main()
