/** Frames without an animation after which nothing is about to begin one: a transition begins two frames after it is asked for. */
const STILL_FRAMES = 3

/** Waits until nothing moves but what moves for ever, as a spinner does. */
export async function animationsEnd(): Promise<void> {
  for (let still = 0; still < STILL_FRAMES; still += 1) {
    await new Promise(requestAnimationFrame)
    const running = document.getAnimations().filter(willEnd)
    if (running.length === 0) continue
    // One that is given up does not finish: it has ended all the same.
    await Promise.allSettled(running.map(({ finished }) => finished))
    still = -1
  }
}

function willEnd({ effect, playState }: Animation): boolean {
  return playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
}
