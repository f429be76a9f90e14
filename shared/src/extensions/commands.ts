/**
 * Keyboard and palette commands that packages offer. The host's key handler, palette and shortcut sheet read this
 * list. A shortcut always has a modifier, because a key without a modifier is text input. `code` is the physical
 * key (`KeyboardEvent.code`), so a shortcut is the same on the Thai and the US layout.
 */
export interface Shortcut {
  /** Physical key, for example `KeyJ`, `Digit1`, `Slash`. */
  code: string
  /** Modifier key: `ctrl` is Ctrl or the Command key, `alt` is Alt or the Option key. */
  modifier: 'ctrl' | 'alt'
}

export interface Command {
  id: string
  /** Thai label. */
  label: string
  /** Heading in the palette and in the shortcut sheet. */
  group: string
  shortcut?: Shortcut
  /** True when the command repeats while its key is held. */
  repeats?: boolean
  /** True when the shortcut also works while a dialog is open. */
  isAboveDialogs?: boolean
  /** True for commands that only make sense as a shortcut. The palette does not show them. */
  isKeyOnly?: boolean
  /** Returns false when the command would do nothing now: the palette then hides it. Default: always true. */
  isOfUse?: () => boolean
  run: () => void
}

export interface FoundCommand {
  id: string
  label: string
  description: string
  /** Avatar image of a customer, shown before the label. Null shows the initials. */
  image?: string | null
  run: () => void
}

/** Search provider of the palette. Called with a query of at least two characters, 300 ms after the last key. */
export interface CommandSource {
  group: string
  find: (query: string, signal: AbortSignal) => Promise<readonly FoundCommand[]>
  /** Returns a command that searches elsewhere. Offered when the palette finds nothing. */
  otherwise?: (query: string) => FoundCommand | null
}

const commands = new Set<() => readonly Command[]>()
let sources: readonly CommandSource[] = []
const sourceListeners = new Set<() => void>()

function setSources(next: readonly CommandSource[]): void {
  sources = next
  for (const listener of sourceListeners) listener()
}

/**
 * Adds commands. `read` is called on every shortcut and when the palette opens. Returns a function that removes the
 * commands.
 */
export function offerCommands(read: () => readonly Command[]): () => void {
  commands.add(read)
  return () => void commands.delete(read)
}

export function offerSource(source: CommandSource): () => void {
  setSources([...sources, source])
  return () => setSources(sources.filter((each) => each !== source))
}

export const offeredCommands = (): readonly Command[] => [...commands].flatMap((read) => read())
/** Returns the added sources: the same array until a source is added or removed (see `subscribeSources`). */
export const offeredSources = (): readonly CommandSource[] => sources

export function subscribeSources(listener: () => void): () => void {
  sourceListeners.add(listener)
  return () => void sourceListeners.delete(listener)
}
