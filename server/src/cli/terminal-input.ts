import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CommandError, UsageError } from './run-command.ts'

export interface SecretSource {
  name: string
  /** Name (without dashes) and value of a command-line option; the value is the path of a file with the secret. */
  option: string
  file: string | undefined
  variable: string
}

/** Never reads a secret from an argument: arguments appear in process lists, shell history and pnpm's output. */
export async function readSecret(source: SecretSource, environment: NodeJS.ProcessEnv): Promise<string> {
  const secret = secretOf(source.name, await readSecretSource(source, environment))
  if (secret === undefined) throw new CommandError(`The ${source.name} is empty.`)
  return secret
}

function secretOf(name: string, text: string): string | undefined {
  const secret = text.trim()
  if (/\s/.test(secret)) throw new CommandError(`The ${name} must not contain spaces.`)
  return secret === '' ? undefined : secret
}

async function readSecretSource(source: SecretSource, environment: NodeJS.ProcessEnv): Promise<string> {
  const { name, option, file, variable } = source
  if (file !== undefined) return readSecretFile(file)
  const given = environment[variable]
  if (given) return given
  if (process.stdin.isTTY) return promptHidden(`${name}: `)
  throw new UsageError(
    `The ${name} is missing: use --${option} <file>, set ${variable}, or run the command in a terminal.`,
  )
}

/** An empty line at the prompt keeps the old secret (undefined). Throws UsageError without any file or terminal. */
export async function readNewSecrets(
  sources: readonly SecretSource[],
  environment: NodeJS.ProcessEnv,
): Promise<(string | undefined)[]> {
  const hasSource = ({ file, variable }: SecretSource) => file !== undefined || Boolean(environment[variable])
  if (sources.some(hasSource)) {
    const read: (string | undefined)[] = []
    for (const source of sources)
      read.push(hasSource(source) ? await readSecret(source, environment) : undefined)
    return read
  }
  if (!process.stdin.isTTY) {
    const sourceNames = sources.map(({ option, variable }) => `--${option} <file>, ${variable}`).join(', ')
    throw new UsageError(`No new value is given: use ${sourceNames}, or run the command in a terminal.`)
  }
  const typed: (string | undefined)[] = []
  for (const { name } of sources)
    typed.push(secretOf(name, await promptHidden(`new ${name} (empty: keep the current one): `)))
  return typed
}

function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function promptHidden(question: string): Promise<string> {
  const discardedOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({
    input: process.stdin,
    output: discardedOutput,
    terminal: true,
    historySize: 0,
  })
  // Prints the question after readline has turned off the echo.
  process.stderr.write(question)
  try {
    return await new Promise((resolve, reject) => {
      reader.once('line', resolve)
      // The reader is closed by Ctrl+C or Ctrl+D.
      reader.once('close', () => reject(new CommandError('Nothing was changed.')))
    })
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}

export async function confirmAtTerminal(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await new Promise((resolve) => {
      reader.question(`${question} [y/N] `, (response) => resolve(/^y(es)?$/i.test(response.trim())))
      reader.once('close', () => resolve(false))
    })
  } finally {
    reader.close()
  }
}
