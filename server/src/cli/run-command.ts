import { ConfigError } from '../config.ts'
import { tellError } from '../log.ts'
import { StartError } from '../start-error.ts'

/** A wrong call of a program: its message and the usage are shown, exit code 2. */
export class UsageError extends Error {}

/** What was asked for cannot be done: its message is shown, exit code 1. */
export class CommandError extends Error {}

/** Runs a command-line program, or shows its usage (`--help`); expected errors are printed in a line or two, only unexpected ones with a stack. */
export async function runCommand(usage: string, command: (args: string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) return console.log(usage)
  try {
    await command(args)
  } catch (error) {
    process.exitCode = 1
    if (error instanceof UsageError || isArgumentError(error)) {
      process.exitCode = 2
      console.error(`${(error as Error).message}\n\n${usage}`)
    } else if (error instanceof ConfigError) console.error(error.problems.join('\n'))
    else if (error instanceof CommandError || error instanceof StartError) console.error(error.message)
    else console.error(tellError(error))
  }
}

/**
 * For a program that takes no words, before it does anything: shows its usage when that is asked for, and refuses whatever else it is
 * called with (exit code 2). True: the program has nothing left to do.
 */
export function showUsageIfAsked(usage: string): boolean {
  const args = process.argv.slice(2)
  if (args.length === 0) return false
  if (args.includes('--help') || args.includes('-h')) console.log(usage)
  else {
    console.error(`Not understood: ${args.join(' ')}\n\n${usage}`)
    process.exitCode = 2
  }
  return true
}

/** What node:util parseArgs says of options it does not know. */
function isArgumentError(error: unknown): boolean {
  return /^ERR_PARSE_ARGS/.test((error as NodeJS.ErrnoException).code ?? '')
}
