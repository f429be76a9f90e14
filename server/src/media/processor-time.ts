import { readFileSync } from 'node:fs'

/** Linux counts for programs in hundredths of a second, whatever its own clock. */
const TICK_MS = 10

/** The time that a process has had of processors, with all its threads, in ms; null where the system does not say. */
export function processorMs(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Behind the program's name, which may hold anything: proc(5), fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return null
  }
}
