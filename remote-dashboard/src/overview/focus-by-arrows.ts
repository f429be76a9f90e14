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
  const [rowStep, columnStep] = step
  let [rowIndex, columnIndex] = [row.rowIndex, cell.cellIndex]
  let button: HTMLElement | null | undefined
  do {
    rowIndex += rowStep
    columnIndex += columnStep
    button = rows[rowIndex]?.cells[columnIndex]?.querySelector('button')
  } while (button === null)
  button?.focus()
}
