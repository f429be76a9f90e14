import { ConfigError } from '../config.ts'
import { describeError } from '../log.ts'
import { StartError } from '../start-error.ts'

/** Error for wrong arguments: the program prints the message and the usage and exits with code 2. */
export class UsageError extends Error {}

/** Error for a failed command: the program prints the message and exits with code 1. */
export class CommandError extends Error {}

/** The program prints expected errors in one or two lines, and unexpected errors with a stack. */
export function defineProgram(usage: string, command: (args: string[]) => Promise<void>) {
  return async (args = process.argv.slice(2)): Promise<void> => {
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
      else console.error(describeError(error))
    }
  }
}

/** Prints the usage if there are arguments (exit code 2 unless `--help`). Returns true if the program must end. */
export function showUsageIfRequested(usage: string): boolean {
  const args = process.argv.slice(2)
  if (args.length === 0) return false
  if (args.includes('--help') || args.includes('-h')) console.log(usage)
  else {
    console.error(`Unexpected arguments: ${args.join(' ')}\n\n${usage}`)
    process.exitCode = 2
  }
  return true
}

function isArgumentError(error: unknown): boolean {
  return /^ERR_PARSE_ARGS/.test((error as NodeJS.ErrnoException).code ?? '')
}
