import { createListeners } from '../contract/listeners.ts'

/**
 * Commands for the host's key handler, command palette and shortcut sheet. A shortcut always has a modifier, because a
 * key without one is text input. `code` is the physical key, so a shortcut is the same on the Thai and the US layout.
 */
export interface Shortcut {
  /** Physical key, for example `KeyJ`, `Digit1` or `Slash`. */
  code: string
  /** `ctrl` is Ctrl or the Command key, `alt` is Alt or the Option key. */
  modifier: 'ctrl' | 'alt'
}

export interface Command {
  id: string
  label: string
  group: string
  shortcut?: Shortcut
  repeats?: boolean
  /** True when the shortcut also works while a dialog is open. */
  isAboveDialogs?: boolean
  /** True for a command that only makes sense as a shortcut. The palette does not list it. */
  isKeyOnly?: boolean
  /** Returns false when the palette must hide the command. Default: always true. */
  isOfUse?: () => boolean
  run: () => void
}

export interface FoundCommand {
  id: string
  label: string
  description: string
  image?: string | null
  run: () => void
}

/** Finds commands for a query in the palette. Called with at least two characters, 300 ms after the last key. */
export interface CommandSource {
  group: string
  find: (query: string, signal: AbortSignal) => Promise<readonly FoundCommand[]>
  /** Returns a command that starts another kind of search, for a query without results in the palette. */
  otherwise?: (query: string) => FoundCommand | null
}

const commands = new Set<() => readonly Command[]>()
let sources: readonly CommandSource[] = []
const sourceListeners = createListeners()

function setSources(next: readonly CommandSource[]): void {
  sources = next
  sourceListeners.notify()
}

/** Registers `read`, which is called whenever the commands are used. Returns a function that removes `read`. */
export function offerCommands(read: () => readonly Command[]): () => void {
  commands.add(read)
  return () => void commands.delete(read)
}

export function offerSource(source: CommandSource): () => void {
  setSources([...sources, source])
  return () => setSources(sources.filter((each) => each !== source))
}

export const offeredCommands = (): readonly Command[] => [...commands].flatMap((read) => read())
/** Returns the same array until a command source is added or removed (see `subscribeSources`). */
export const offeredSources = (): readonly CommandSource[] => sources

export const subscribeSources = sourceListeners.subscribe
