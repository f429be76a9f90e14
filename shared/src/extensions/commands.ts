/**
 * Commands of the keyboard and the palette: each package offers its own; the host's key handler, palette and shortcut sheet read
 * this one list. A shortcut always has a modifier: a single key is text, never a command. Its key is the physical one
 * (`KeyboardEvent.code`), so that it is the same on the Thai and the US layout.
 */
export interface Shortcut {
  /** Such as `KeyJ`, `Digit1`, `Slash`. */
  code: string
  /** `ctrl` is Ctrl or the Command key, `alt` is Alt or the Option key. */
  modifier: 'ctrl' | 'alt'
}

export interface Command {
  id: string
  /** Thai. */
  label: string
  /** Heads it in palette and sheet. */
  group: string
  shortcut?: Shortcut
  /** A held key does it again. */
  repeats?: boolean
  /** The shortcut also works while a dialog is open. */
  isAboveDialogs?: boolean
  /** What makes sense by its key alone is not in the palette. */
  isKeyOnly?: boolean
  /** Whether it would do anything now: the palette leaves out what would not. Default: it always would. */
  isOfUse?: () => boolean
  run: () => void
}

export interface FoundCommand {
  id: string
  label: string
  description: string
  /** Picture of a customer, shown before the label; null shows the initials. */
  picture?: string | null
  run: () => void
}

/** Finds what a person types in the palette; asked for two letters and more, 300 ms after the last. */
export interface CommandSource {
  group: string
  find: (query: string, signal: AbortSignal) => Promise<readonly FoundCommand[]>
  /** Offered when the palette has found nothing: other places to search. */
  otherwise?: (query: string) => FoundCommand | null
}

const commands = new Set<() => readonly Command[]>()
let sources: readonly CommandSource[] = []
const sourceListeners = new Set<() => void>()

function setSources(next: readonly CommandSource[]): void {
  sources = next
  for (const listener of sourceListeners) listener()
}

/** `read` is asked when a key is pressed or the palette opened. Returns what takes them away. */
export function offerCommands(read: () => readonly Command[]): () => void {
  commands.add(read)
  return () => void commands.delete(read)
}

export function offerSource(source: CommandSource): () => void {
  setSources([...sources, source])
  return () => setSources(sources.filter((each) => each !== source))
}

export const offeredCommands = (): readonly Command[] => [...commands].flatMap((read) => read())
/** Returns the same array until a source is added or removed, which `subscribeSources` reports. */
export const offeredSources = (): readonly CommandSource[] => sources

export function subscribeSources(listener: () => void): () => void {
  sourceListeners.add(listener)
  return () => void sourceListeners.delete(listener)
}
