import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface RunResult {
  code: number
  output: string
}

export function runToEnd(
  command: string,
  args: string[],
  options: SpawnOptions & { show?: boolean; timeoutMs?: number } = {},
): Promise<RunResult> {
  const { show = false, timeoutMs = 40 * 60_000, ...spawnOptions } = options
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const onData = (chunk: Buffer) => {
      output += chunk.toString()
      if (show) process.stdout.write(chunk)
    }
    child.stdout?.on('data', onData)
    child.stderr?.on('data', onData)
    const timer = setTimeout(() => {
      onData(Buffer.from(`${command} was stopped: it took longer than ${timeoutMs / 60_000} minutes\n`))
      child.kill('SIGKILL')
    }, timeoutMs)
    child.on('error', (error) => {
      clearTimeout(timer)
      resolve({ code: 127, output: `${output}${error.message}\n` })
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code: code ?? 1, output })
    })
  })
}

export async function endChild(child: ChildProcess, withinMs: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs)
  await ended
  clearTimeout(timer)
}
