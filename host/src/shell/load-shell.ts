/** Runs the parts of the shell's chunk in several tasks, so that a slow phone can handle touch input in between. */
import { API_PARTS } from 'shared/api/api-parts.ts'
import { nextTask } from '../wait-for-next-task.ts'
import type Shell from './Shell.tsx'

const STEPS: readonly (() => Promise<unknown>)[] = [
  ...API_PARTS,
  () => import(/* webpackMode: "eager" */ '../remotes/federation.ts'),
  () => import(/* webpackMode: "eager" */ '../remotes/lazy-shared-modules.ts'),
]

export async function loadShell(): Promise<{ default: typeof Shell }> {
  for (const step of STEPS) {
    await step()
    await nextTask()
  }
  return import(/* webpackMode: "eager" */ './Shell.tsx')
}
