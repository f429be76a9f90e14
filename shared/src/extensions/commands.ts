/**
 * Commands of the host's key handler, palette and shortcut sheet. A shortcut always has a modifier, because a key
 * without one is text input. `code` is the physical key, so a shortcut is the same on the Thai and the US layout.
 */
export interface Shortcut {
  /** `KeyJ`, `Digit1`, `Slash`. */
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
  /** Also works while a dialog is open. */
  isAboveDialogs?: boolean
  /** Only makes sense as a shortcut: not in the palette. */
  isKeyOnly?: boolean
  /** False: the palette hides the command. Default: always true. */
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

/** Called with a query of at least two characters, 300 ms after the last key. */
export interface CommandSource {
  group: string
  find: (query: string, signal: AbortSignal) => Promise<readonly FoundCommand[]>
  /** Searches elsewhere, when the palette finds nothing. */
  otherwise?: (query: string) => FoundCommand | null
}

const commands = new Set<() => readonly Command[]>()
let sources: readonly CommandSource[] = []
const sourceListeners = new Set<() => void>()

function setSources(next: readonly CommandSource[]): void {
  sources = next
  for (const listener of sourceListeners) listener()
}

/** `read` is called on every shortcut and when the palette opens. Returns a function that removes the commands. */
export function offerCommands(read: () => readonly Command[]): () => void {
  commands.add(read)
  return () => void commands.delete(read)
}

export function offerSource(source: CommandSource): () => void {
  setSources([...sources, source])
  return () => setSources(sources.filter((each) => each !== source))
}

export const offeredCommands = (): readonly Command[] => [...commands].flatMap((read) => read())
/** The same array until a source is added or removed (see `subscribeSources`). */
export const offeredSources = (): readonly CommandSource[] => sources

export function subscribeSources(listener: () => void): () => void {
  sourceListeners.add(listener)
  return () => void sourceListeners.delete(listener)
}
