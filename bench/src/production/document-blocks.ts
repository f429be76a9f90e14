export interface Block {
  chapter: string
  shell: string
}

/** Returns the blocks that are marked `sh`, in order and without the indentation of lists. */
export function shellBlocks(markdown: string): Block[] {
  const blocks: Block[] = []
  let chapter = ''
  let open: { indent: number; lines: string[] } | undefined
  for (const line of markdown.split('\n')) {
    if (open === undefined) {
      chapter = /^## (?:\d+\. )?(.+)$/.exec(line)?.[1] ?? chapter
      const [, indent] = /^( *)```sh$/.exec(line) ?? []
      if (indent !== undefined) open = { indent: indent.length, lines: [] }
    } else if (line.trim() === '```') {
      blocks.push({ chapter, shell: open.lines.join('\n') })
      open = undefined
    } else open.lines.push(line.slice(open.indent))
  }
  return blocks
}

/** Sets variables in a block. Throws when the block does not assign one of them, because the document has changed. */
export function assign(block: Block, values: Record<string, string>): Block {
  let { shell } = block
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm')
    if (!line.test(shell)) throw new Error(`"${block.chapter}" does not assign ${name}`)
    shell = shell.replace(line, () => `${name}='${value}'`)
  }
  return { ...block, shell }
}
