import { resolve } from 'node:path'
import { format } from 'node:util'
import { bareEnvironment, type CliOutcome } from './cli-process.ts'

const SOURCES = resolve(import.meta.dirname, '..')

/**
 * Runs a command line program (`staff.cli.ts`) in this process, without a terminal and with only the given environment
 * variables. Only one program can run at a time.
 */
export async function runCli(
  program: string,
  args: string[],
  environment: Record<string, string>,
): Promise<CliOutcome> {
  const { main } = (await import(resolve(SOURCES, program))) as { main: (args: string[]) => Promise<void> }
  const { env, exitCode } = process
  const { log, error } = console
  const printed = { stdout: '', stderr: '' }
  const printTo =
    (stream: keyof typeof printed) =>
    (...values: unknown[]) => {
      printed[stream] += `${format(...values)}\n`
    }
  console.log = printTo('stdout')
  console.error = printTo('stderr')
  process.env = { ...bareEnvironment(), ...environment }
  process.exitCode = undefined
  try {
    await main(args)
    return { code: Number(process.exitCode ?? 0), ...printed }
  } finally {
    process.env = env
    process.exitCode = exitCode
    console.log = log
    console.error = error
  }
}
