import { startSimulator } from '../../line-simulator/src/simulator.ts'
import { closeDatabase, openDatabase } from '../../server/src/db/client.ts'
import { connectionStorm } from '../../server/src/testing/connection-storm.ts'
import { connectSimulator } from '../../server/src/testing/line-world.ts'
import { inDatabase } from '../../server/src/testing/query-once.ts'
import { startServerProcess } from '../../server/src/testing/server-process.ts'
import { startBenchDatabase } from './bench-database.ts'
import { printFaults } from './fault-rounds.ts'
import type { SoakOptions } from './soak.ts'

export const defaultRounds = 400

/** Returns true when no message was lost or duplicated. */
export async function soak({ rounds, seed }: SoakOptions): Promise<boolean> {
  await using database = await startBenchDatabase()
  const { dir, postgres } = database
  const simulator = await startSimulator({ dataDir: dir, deskUrl: 'http://127.0.0.1:9', port: 0 })
  const db = openDatabase(postgres.desk, { poolSize: 1 })
  await connectSimulator(db, simulator)
  await closeDatabase(db)
  const server = await startServerProcess(await database.variables(simulator.url))
  try {
    const report = await connectionStorm({
      deskUrl: server.url,
      simulator,
      ownerAddress: inDatabase(postgres.superuser, postgres.desk.database),
      rounds,
      seed,
    })
    const { acknowledged, ended, refused, unexpected, lost, doubled, disordered } = report
    console.log(`seed ${seed}: ${rounds} rounds, ${ended} connections cut, ${refused} calls refused with 503`)
    console.log(`acknowledged: ${JSON.stringify(acknowledged)}`)
    const isWhole = printFaults({ unexpected, lost, doubled, disordered })
    const { code } = await server.end('SIGTERM')
    console.log(`the started server stopped with ${code}`)
    return isWhole && code === 0
  } finally {
    await server.end('SIGKILL')
    await simulator.close()
  }
}
