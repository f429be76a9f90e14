import axe from 'axe-core'
import { animationsEnd } from './animations-end.ts'

/** What axe finds wrong in an element that has come to rest: half faded in, words have too little contrast; by its font it tells words from icons. */
export async function axeProblems(element: Element, options: axe.RunOptions = {}) {
  await document.fonts.ready
  await animationsEnd()
  const { violations } = await axe.run(element, options)
  return violations.map(({ id, impact, nodes }) => ({
    impact,
    words: `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  }))
}

/** What of that is serious or critical. */
export async function graveProblems(element: Element): Promise<string[]> {
  const problems = await axeProblems(element)
  return problems
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ words }) => words)
}
