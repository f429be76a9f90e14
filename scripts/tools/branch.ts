import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export function git(args: string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}

/** Returns the commit at which the branch began, or the newest commit if there is no main branch. */
export function branchPoint(): string {
  const hasMain = git(['branch', '--list', 'main']).length > 0
  return git(hasMain ? ['merge-base', 'HEAD', 'main'] : ['rev-parse', 'HEAD'])[0] ?? 'HEAD'
}
