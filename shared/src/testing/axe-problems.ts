import axe from 'axe-core'
import { waitForAnimations } from './animations-end.ts'

/**
 * Returns the violations that axe finds in an element. Waits for animations, because text that fades in has too little
 * contrast, and for fonts, because axe recognizes icons by their font.
 */
export async function axeProblems(element: Element, options: axe.RunOptions = {}) {
  await document.fonts.ready
  await waitForAnimations()
  const { violations } = await axe.run(element, options)
  return violations.map(({ id, impact, nodes }) => ({
    impact,
    words: `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  }))
}

/** Returns the serious and critical violations. */
export async function seriousProblems(element: Element): Promise<string[]> {
  const problems = await axeProblems(element)
  return problems
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ words }) => words)
}
