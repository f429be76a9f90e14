import type { KeyboardEvent } from 'react'

const STEPS: Partial<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

export function focusByArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key]
  const cell = event.currentTarget.closest('td')
  const row = cell?.closest('tr')
  const rows = cell?.closest('table')?.rows
  if (step === undefined || !cell || !row || rows === undefined) return
  event.preventDefault()
  const [downBy, alongBy] = step
  let [down, along] = [row.rowIndex, cell.cellIndex]
  let button: HTMLElement | null | undefined
  do {
    down += downBy
    along += alongBy
    button = rows[down]?.cells[along]?.querySelector('button')
  } while (button === null)
  button?.focus()
}
