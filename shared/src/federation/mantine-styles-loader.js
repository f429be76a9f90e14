import { existsSync } from 'node:fs'

/**
 * Makes each Mantine component import its own style sheet: the module with a component's class names also imports
 * the style sheet of these classes. The styles of a shared module then load with the module, without a list of
 * style sheets.
 */
export default function mantineStyles(source) {
  const [, root, name] = /^(.*@mantine[\\/]core)[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/.exec(
    this.resourcePath,
  )
  const sheet = `${root}/styles/${name}.layer.css`
  if (!existsSync(sheet)) throw new Error(`no style sheet ${sheet}`)
  return `import ${JSON.stringify(sheet)}\n${source}`
}
