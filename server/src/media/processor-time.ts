import { readFileSync } from 'node:fs'

/** Unit of processor time in ms: Linux always reports hundredths of a second, whatever the kernel's clock rate. */
const TICK_MS = 10

/** Returns the processor time in ms of all threads of a process; null when the system does not report it. */
export function processorMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Skips the program's name, which may contain any character (proc(5), fields 14 and 15).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
}
