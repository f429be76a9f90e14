import getPort from 'get-port'
import { expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { requireFreePort } from './free-port.ts'

test.each([
  ['of another machine', '192.0.2.1'],
  ['that cannot be resolved', 'nowhere.invalid'],
])('refuses to start with a HOST address %s', async (_name, host) => {
  const problem = new StartError(`HOST ${host} is not an address of this machine.`)
  await expect(requireFreePort(await getPort(), host)).rejects.toEqual(problem)
})
