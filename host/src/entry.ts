/** The entry: nothing but the start, so that what the first screen needs is decided in `main.tsx`. */
import { start } from './main.tsx'
import { nextTask } from './next-task.ts'

// Not in the task that has run the modules of React: on a slow phone each of the two is long enough.
void nextTask().then(start)
