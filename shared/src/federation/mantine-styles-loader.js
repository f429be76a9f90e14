import { existsSync } from 'node:fs'

/**
 * Lets each component of Mantine bring its own style sheet: where a component names its classes, the sheet of those classes
 * is imported. So a door's styles come with the door, and nobody lists them.
 */
export default function mantineStyles(source) {
  const [, root, name] = /^(.*@mantine[\\/]core)[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/.exec(
    this.resourcePath,
  )
  const sheet = `${root}/styles/${name}.layer.css`
  if (!existsSync(sheet)) throw new Error(`no style sheet ${sheet}`)
  return `import ${JSON.stringify(sheet)}\n${source}`
}
