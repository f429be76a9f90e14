/** Entry module. Contains only the start, so that `main.tsx` decides which code the first screen needs. */
import { start } from './main.tsx'
import { nextTask } from './next-task.ts'

/** Waits until failed style sheets, which `first-page-load.js` requests again, are loaded. */
async function untilStyled(): Promise<void> {
  while (document.querySelector('link[data-failed]')) await new Promise((resolve) => setTimeout(resolve, 50))
}

// Starts in a new task: on a slow phone the execution of React's modules already takes long.
void nextTask().then(untilStyled).then(start)
