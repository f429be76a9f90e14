/**
 * Number of frames without an animation after which none is expected: a transition starts up to two frames after the
 * change that causes it.
 */
const STILL_FRAMES = 3

/** Waits until all finite animations have ended. Ignores endless ones, such as spinners. */
export async function waitForAnimations(): Promise<void> {
  for (let still = 0; still < STILL_FRAMES; still += 1) {
    await new Promise(requestAnimationFrame)
    const running = document.getAnimations().filter(willEnd)
    if (running.length === 0) continue
    // A cancelled animation rejects, but has also ended.
    await Promise.allSettled(running.map(({ finished }) => finished))
    still = -1
  }
}

function willEnd({ effect, playState }: Animation): boolean {
  return playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
}
