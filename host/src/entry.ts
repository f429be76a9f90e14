import { start } from './main.tsx'
import { nextTask } from './wait-for-next-task.ts'

/** Waits until failed style sheets, which `first-page-load.js` requests again, are loaded. */
async function waitForStyles(): Promise<void> {
  while (document.querySelector('link[data-failed]')) await new Promise((resolve) => setTimeout(resolve, 50))
}

// Starts the app in a new task, because running React's modules already takes long on a slow phone.
void nextTask().then(waitForStyles).then(start)
