import { PrintHead } from '../print/PrintHead.tsx'
import { useLightPrint } from '../print/use-light-print.ts'

/** Parts of the wallboard that are only printed. */
export function WallboardPaper() {
  useLightPrint()
  return <PrintHead title="จอสด" of="ทุกบัญชี" isOpenHours={false} />
}
