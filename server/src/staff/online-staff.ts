import type { Fact } from '../bus.ts'
import { tellOtherProcesses } from '../bus-notices.ts'
import type { ServerContext } from '../server-context.ts'

/** Each process says so often who is there … */
const REPEAT_MS = 3_000
/** … and of whom nobody has spoken for so long is gone. */
const SILENT_MS = 7_500
/** A notification holds 8,000 bytes, of which an id takes 39. */
const MAX_IDS = 180

/** Which staff have a page of the desk open: at this process, and by what the other processes say of theirs. Nothing of it is stored. */
export class OnlineStaff {
  /** By person, when another process spoke of them last. */
  private readonly elsewhere = new Map<string, number>()
  private readonly idsHere: (() => ReadonlySet<string>)[] = []
  private readonly context: Pick<ServerContext, 'bus' | 'db' | 'availability'>
  private readonly clock: () => number

  /** `clock` gives ms and never goes back. */
  constructor(
    context: Pick<ServerContext, 'bus' | 'db' | 'availability'>,
    clock: () => number = () => performance.now(),
  ) {
    this.context = context
    this.clock = clock
  }

  /** Counts these in, and tells the other processes of them, until the function that it returns is called. */
  count(idsHere: () => ReadonlySet<string>): () => void {
    this.idsHere.push(idsHere)
    const repeat = setInterval(() => this.tell([...idsHere()]), REPEAT_MS)
    return () => clearInterval(repeat)
  }

  hear(fact: Fact): void {
    if (fact.kind !== 'online' || fact.server === this.context.bus.id) return
    for (const id of fact.staffIds) this.elsewhere.set(id, this.clock())
  }

  /** The ids of all who are here now. */
  ids(): Set<string> {
    const since = this.clock() - SILENT_MS
    for (const [id, heardAt] of this.elsewhere) if (heardAt < since) this.elsewhere.delete(id)
    return new Set([...this.elsewhere.keys(), ...this.idsHere.flatMap((here) => [...here()])])
  }

  private tell(staffIds: readonly string[]): void {
    for (let at = 0; at < staffIds.length; at += MAX_IDS) {
      const fact = {
        kind: 'online',
        server: this.context.bus.id,
        staffIds: staffIds.slice(at, at + MAX_IDS),
      } as const
      void tellOtherProcesses(this.context, fact)
    }
  }
}
