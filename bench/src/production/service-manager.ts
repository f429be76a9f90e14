/**
 * What of systemd outlives a call of systemctl: it holds the socket of a unit, `127.0.0.1:8080`, as descriptor 3 of each server that is
 * started, over their ends. A line on its own socket, beside the pid of the desk, is the start of one: the call of `spawn` in JSON.
 */
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { holdSocket } from '../../../server/src/testing/held-socket.ts'

interface Start {
  command: string[]
  cwd: string
  env: Record<string, string>
  log: string
}

/** Has the manager that listens at `control` start a program; resolves when it has. */
export async function startByManager(control: string, start: Start): Promise<void> {
  const connection = connect(control)
  connection.end(JSON.stringify(start))
  await text(connection)
}

if (import.meta.main) {
  const [control = '', address = ''] = process.argv.slice(2)
  const { hostname, port } = new URL(`tcp://${address}`)
  const socket = holdSocket(Number(port), hostname)
  createServer({ allowHalfOpen: true }, async (connection) => {
    const { command, cwd, env, log } = JSON.parse(await text(connection)) as Start
    const [program = '', ...args] = command
    const output = openSync(log, 'a')
    spawn(program, args, { cwd, env, stdio: ['ignore', output, output, socket.fd], detached: true }).unref()
    connection.end()
  }).listen(control)
}
