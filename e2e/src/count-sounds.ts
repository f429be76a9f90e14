import type { BrowserContext, Page } from '@playwright/test'

/** Makes the pages of a browser context count their sounds. Each page can play sounds only after a user gesture. */
export async function countSounds(context: BrowserContext, isHidden = false): Promise<void> {
  await context.addInitScript((hidden) => {
    const create = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      const { dataset } = document.documentElement
      dataset.tones = String(Number(dataset.tones ?? 0) + 1)
      return create.call(this)
    }
    // The browser treats every script of the test as a user gesture, so the test replaces `userActivation`.
    let hasBeenActive = false
    const act = () => {
      hasBeenActive = true
    }
    window.addEventListener('pointerdown', act, { capture: true })
    Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive, isActive: false }) })
    if (hidden) Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
  }, isHidden)
}

export const soundCountOf = async (page: Page): Promise<number> =>
  Number((await page.locator('html').getAttribute('data-tones')) ?? 0)
