import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = '--- the block has ended ---'
const BLOCK_WITHIN_MS = 30 * 60_000

/** Shell in which variables of one block exist in later blocks, as for a person at a terminal. */
export class ShellSession {
  private readonly child: ChildProcess
  private readonly dir: string
  private output = ''
  private count = 0
  private onOutput = () => {}

  constructor(command: [string, ...string[]], dir: string) {
    this.dir = dir
    const [program, ...args] = command
    this.child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], cwd: '/root' })
    const onData = (chunk: Buffer) => {
      this.output += chunk
      this.onOutput()
    }
    this.child.stdout?.on('data', onData)
    this.child.stderr?.on('data', onData)
    this.child.on('close', () => {
      this.output += '\n(the shell has ended)'
      this.onOutput()
    })
  }

  /** Runs commands until one fails. Throws the output on failure. */
  run(shell: string): Promise<string> {
    this.count += 1
    const file = join(this.dir, `${process.pid}-${this.count}.sh`)
    writeFileSync(file, `set -e\n${shell}\n`, { mode: 0o600 })
    this.output = ''
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`this block failed:\n${shell}\n\n${this.output.slice(-6_000)}`))
      const timer = setTimeout(fail, BLOCK_WITHIN_MS)
      this.onOutput = () => {
        const [printed, rest] = this.output.split(MARK)
        if (rest !== undefined) resolve(printed ?? '')
        else if (this.child.exitCode !== null) fail()
        else return
        clearTimeout(timer)
      }
      this.child.stdin?.write(`. ${file} </dev/null\nprintf '%s\\n' '${MARK}'\n`)
    })
  }

  end(): void {
    this.child.stdin?.end()
  }
}
