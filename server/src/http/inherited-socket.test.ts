import { expect, test } from 'vitest'
import { detectInheritedSocket } from './inherited-socket.ts'

const PID = 4711

test.each([
  ['no variables', {}, false],
  ['no socket', { LISTEN_FDS: '0', LISTEN_PID: '4711' }, false],
  [
    'one socket for this process',
    { LISTEN_FDS: '1', LISTEN_PID: '4711', LISTEN_FDNAMES: 'oa-desk.socket' },
    true,
  ],
  ['one socket from a parent that does not set the pid', { LISTEN_FDS: '1' }, true],
  ['one socket for another process', { LISTEN_FDS: '1', LISTEN_PID: '1' }, false],
  ['several sockets for another process', { LISTEN_FDS: '2', LISTEN_PID: '1' }, false],
])('detects whether a socket was passed and removes LISTEN_*: %s', (_name, variables, isInherited) => {
  const environment: NodeJS.ProcessEnv = { ...variables, PORT: '8080' }
  expect(detectInheritedSocket(environment, PID)).toBe(isInherited)
  expect(environment).toEqual({ PORT: '8080' })
})

test.each(['2', 'one', '-1'])('refuses LISTEN_FDS=%s with an explanation', (count) => {
  expect(() => detectInheritedSocket({ LISTEN_FDS: count }, PID)).toThrow(
    `LISTEN_FDS is ${count}, but the desk listens on one socket.`,
  )
})
