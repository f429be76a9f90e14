import { PrintHead } from '../paper/PrintHead.tsx'
import { useLightPrint } from '../paper/use-light-print.ts'

/** What the wall has on paper alone. */
export function WallPaper() {
  useLightPrint()
  return <PrintHead title="จอสด" of="ทุกบัญชี" isOpenHours={false} />
}
