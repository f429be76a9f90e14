import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { Simulator } from '../../../e2e/src/simulator-client.ts'
import type { Channel, LoginChannel } from '../../../line-simulator/src/world/world.ts'

const PORT = 8090

export class LineSimulatorProcess {
  readonly url = `http://localhost:${PORT}`
  private readonly simulator = new Simulator(this.url)
  login: LoginChannel = { client_id: '', channel_secret: '' }
  customer = ''
  manager = ''
  private channels: Channel[] = []
  private readonly repository: string
  private readonly dataDir: string
  private child: ChildProcess | undefined

  constructor({ repository, dataDir }: { repository: string; dataDir: string }) {
    this.repository = repository
    this.dataDir = dataDir
  }

  get channel(): Channel {
    const [channel] = this.channels
    if (channel === undefined) throw new Error('LINE has no Official Account')
    return channel
  }

  async start(variables: Record<string, string> = {}): Promise<void> {
    const child = spawn(process.execPath, [join(this.repository, 'line-simulator/src/main.ts')], {
      env: {
        PATH: process.env.PATH,
        PORT: String(PORT),
        DATA_DIR: this.dataDir,
        DESK_URL: 'https://localhost',
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.child = child
    await new Promise((done, fail) => {
      child.stdout?.once('data', done)
      child.once('close', () => fail(new Error('the simulator ended')))
    })
    const console = await fetch(`${this.url}/simulator/console`)
    const { login, channels } = (await console.json()) as { login: LoginChannel; channels: Channel[] }
    this.login = login
    this.channels = channels
    const state = await this.simulator.state()
    this.customer = state.customers[0]?.user_id ?? ''
    this.manager = state.staff[0]?.user_id ?? ''
  }

  async restart({ trusted }: { trusted: string }): Promise<void> {
    await this.stop()
    await this.start({ NODE_EXTRA_CA_CERTS: trusted })
  }

  async stop(): Promise<void> {
    const { child } = this
    if (child === undefined || child.exitCode !== null) return
    const ended = new Promise((done) => child.once('close', done))
    child.kill('SIGTERM')
    await ended
  }

  /** Returns the status of the desk's response to the webhook. */
  async customerWrites(text: string): Promise<number> {
    return (await this.simulator.write(this.channel.key, this.customer, text)).status
  }

  async received(): Promise<string[]> {
    const messages = await this.simulator.inbox(this.channel.key, this.customer)
    return messages.map(({ text }) => text ?? '')
  }
}
