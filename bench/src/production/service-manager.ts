/**
 * Replaces the part of systemd that keeps running after a systemctl call: holds a unit's socket, `127.0.0.1:8080`, and
 * passes it as descriptor 3 to each server process. A connection to the control socket sends the arguments of `spawn`
 * as JSON.
 */
import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { openActivationSocket } from '../../../server/src/testing/activation-socket.ts'

interface Start {
  command: string[]
  cwd: string
  env: Record<string, string>
  log: string
}

export async function startByManager(control: string, start: Start): Promise<void> {
  const connection = connect(control)
  connection.end(JSON.stringify(start))
  await text(connection)
}

if (import.meta.main) {
  const [control = '', address = ''] = process.argv.slice(2)
  const { hostname, port } = new URL(`tcp://${address}`)
  const socket = openActivationSocket(Number(port), hostname)
  createServer({ allowHalfOpen: true }, async (connection) => {
    const { command, cwd, env, log } = JSON.parse(await text(connection)) as Start
    const [program = '', ...args] = command
    const output = openSync(log, 'a')
    spawn(program, args, { cwd, env, stdio: ['ignore', output, output, socket.fd], detached: true }).unref()
    connection.end()
  }).listen(control)
}
