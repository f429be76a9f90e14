import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endChild } from '../tools/child-process.ts'

const STOP_MS = 15_000
/** Delay in ms before a restart, because saving may write several files, or one file several times. */
const SETTLE_MS = 100

export interface Program {
  name: string
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
}

const running = new Set<ChildProcess>()
let stopping = false

process.on('exit', () => {
  for (const child of running) child.kill()
})

export function startProgram({ name, args, cwd, env }: Program, onEnd: (how: string) => void): ChildProcess {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const output of [child.stdout, child.stderr]) {
    createInterface(output).on('line', (line) => line.trim() && console.log(`${name}: ${line}`))
  }
  running.add(child)
  child.once('exit', (code, signal) => {
    running.delete(child)
    if (!stopping && !child.killed)
      onEnd(`The ${name} has ended unexpectedly (${signal ?? `exit code ${code}`})`)
  })
  return child
}

/** Restarts a program on changes. On Linux, `node --watch` misses a file that git or an editor has replaced. */
export function startWatched(program: Program, folders: readonly string[]): void {
  const start = () =>
    startProgram(program, (how) => console.error(`${how}; it restarts after the next change.`))
  let child = start()
  let restarted = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const restart = async () => {
    console.log(`${program.name}: restarting`)
    await endChild(child, STOP_MS)
    if (!stopping) child = start()
  }
  const onChange = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarted = restarted.then(restart)
    }, SETTLE_MS)
  }
  for (const folder of folders.flatMap(withSubfolders)) watch(folder, onChange)
}

export async function stopAll(): Promise<void> {
  stopping = true
  await Promise.all([...running].map((child) => endChild(child, STOP_MS)))
}

function withSubfolders(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return [
    folder,
    ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name)),
  ]
}
