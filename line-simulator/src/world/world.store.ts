import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomic } from '../ledger/atomic-file.ts'
import { type Entropy, newUserId } from './ids.ts'
import {
  type Channel,
  type LineUser,
  MAX_CUSTOMERS,
  MAX_STAFF,
  newWorld,
  type StaffUser,
  type World,
  worldSchema,
} from './world.ts'

/** Store of channels, customers, staff and secrets. Each change writes the whole file, because the file is small. */
export class WorldStore {
  readonly world: World
  private readonly path: string
  private readonly entropy: Entropy
  private readonly usersById = new Map<string, LineUser>()
  private readonly customerIds = new Set<string>()

  private constructor(path: string, world: World, entropy: Entropy) {
    this.path = path
    this.world = world
    this.entropy = entropy
    for (const each of world.customers) this.customerIds.add(each.user_id)
    for (const each of [...world.customers, ...world.staff]) this.usersById.set(each.user_id, each)
  }

  static open(path: string, entropy: Entropy): WorldStore {
    if (existsSync(path)) {
      try {
        return new WorldStore(path, worldSchema.parse(JSON.parse(readFileSync(path, 'utf8'))), entropy)
      } catch (error) {
        throw new Error(
          `${path} is not a world file that this simulator can read; move it away to create a new one`,
          {
            cause: error,
          },
        )
      }
    }
    mkdirSync(dirname(path), { recursive: true })
    const store = new WorldStore(path, newWorld(entropy), entropy)
    store.save()
    return store
  }

  user(userId: string): LineUser | undefined {
    return this.usersById.get(userId)
  }

  isCustomer(userId: string): boolean {
    return this.customerIds.has(userId)
  }

  customer(userId: string): LineUser | undefined {
    return this.isCustomer(userId) ? this.user(userId) : undefined
  }

  channel(key: string): Channel | undefined {
    return this.world.channels.find((channel) => channel.key === key)
  }

  addCustomer(displayName: string): LineUser | undefined {
    if (this.world.customers.length >= MAX_CUSTOMERS) return undefined
    const added: LineUser = { user_id: newUserId(this.entropy), display_name: displayName }
    this.world.customers.push(added)
    this.customerIds.add(added.user_id)
    this.usersById.set(added.user_id, added)
    this.save()
    return added
  }

  addStaff(displayName: string): StaffUser | undefined {
    if (this.world.staff.length >= MAX_STAFF) return undefined
    const added: StaffUser = { user_id: newUserId(this.entropy), display_name: displayName, note: 'NEW' }
    this.world.staff.push(added)
    this.usersById.set(added.user_id, added)
    this.save()
    return added
  }

  private save(): void {
    writeFileAtomic(this.path, `${JSON.stringify(this.world, null, 2)}\n`)
  }
}
