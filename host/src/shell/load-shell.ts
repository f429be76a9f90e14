/** The shell's code is one chunk that is run in steps, so that a slow phone answers a touch between them. */
import type Shell from './Shell.tsx'

const STEPS: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ 'shared/api'),
  () => import(/* webpackMode: "eager" */ '../remotes/federation.ts'),
  () => import(/* webpackMode: "eager" */ '../remotes/door-modules.ts'),
]

export async function loadShell(): Promise<{ default: typeof Shell }> {
  for (const step of STEPS) {
    await step()
    await nextTask()
  }
  return import(/* webpackMode: "eager" */ './Shell.tsx')
}

/** A message comes after what the browser has to do, and without the pause of a timer. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
