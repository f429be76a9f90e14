import { PrintHead } from '../paper/PrintHead.tsx'
import { useLightPrint } from '../paper/use-light-print.ts'

/** Parts of the wallboard that are only printed. */
export function WallPaper() {
  useLightPrint()
  return <PrintHead title="จอสด" of="ทุกบัญชี" isOpenHours={false} />
}
