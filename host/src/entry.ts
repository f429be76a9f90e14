/** The entry: nothing but the start, so that what the first screen needs is decided in `main.tsx`. */
import { start } from './main.tsx'
import { nextTask } from './next-task.ts'

/** Rendering waits for a style sheet that failed and is requested again (`boot.js`). */
async function untilStyled(): Promise<void> {
  while (document.querySelector('link[data-failed]')) await new Promise((resolve) => setTimeout(resolve, 50))
}

// Not in the task that has run the modules of React: on a slow phone each of the two is long enough.
void nextTask().then(untilStyled).then(start)
